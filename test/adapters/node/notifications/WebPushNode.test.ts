import { createPublicKey, verify } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, TestClock } from "effect"
import { encrypted, layer } from "../../../../src/adapters/node/notifications/WebPushNode.ts"
import { WebPush } from "../../../../src/ports/notifications/WebPush.ts"
import { decrypted, newDevice } from "../../../support/push/PushDevice.ts"

/** The example of RFC 8291, section 5 and appendix A. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
}

const bytes = (text: string) => Buffer.from(text, "base64url")

describe("WebPushNode", () => {
  it("encrypts the example of RFC 8291 as it is there", () => {
    const { body, privateKey, salt, ...message } = example
    const made = encrypted(message, { privateKey: bytes(privateKey), salt: bytes(salt) })
    expect(made.toString("base64url")).toBe(body)
  })

  it.effect("seals a message that only its device opens, with another key each time", () =>
    Effect.gen(function* () {
      const webPush = yield* WebPush
      const privateKey = yield* webPush.newPrivateKey
      const device = newDevice()
      const message = { text: "2 new replies", endpoint: "https://push.example/1", privateKey, contact: undefined }
      const one = yield* webPush.seal({ ...message, ...device.keys })
      const other = yield* webPush.seal({ ...message, ...device.keys })
      expect(decrypted(device, one.body)).toBe("2 new replies")
      expect(decrypted(device, other.body)).toBe("2 new replies")
      expect(Buffer.from(one.body).equals(Buffer.from(other.body))).toBe(false)
      expect(() => decrypted(newDevice(), one.body)).toThrow()
    }).pipe(Effect.provide(layer))
  )

  it.effect("signs for the push service by ES256, for half a day, with the contact of the operator", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_000)
      const webPush = yield* WebPush
      const privateKey = yield* webPush.newPrivateKey
      const { headers } = yield* webPush.seal({
        text: "",
        endpoint: "https://push.example:8443/send/1?a=b",
        ...newDevice().keys,
        privateKey,
        contact: "mailto:help@community.example"
      })
      const [, token = "", key = ""] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers["authorization"] ?? "") ?? []
      expect(key).toBe(webPush.publicKeyOf(privateKey))
      const [header = "", claims = "", signature = ""] = token.split(".")
      expect(JSON.parse(bytes(header).toString())).toEqual({ typ: "JWT", alg: "ES256" })
      expect(JSON.parse(bytes(claims).toString())).toEqual({
        aud: "https://push.example:8443",
        exp: 1_700_000_000 + 43_200,
        sub: "mailto:help@community.example"
      })
      const point = bytes(key)
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"))
      const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" } })
      const signed = Buffer.from(`${header}.${claims}`)
      expect(verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes(signature))).toBe(true)
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells points of the curve from other texts of their length", () =>
    Effect.gen(function* () {
      const { isPublicKey, publicKeyOf } = yield* WebPush
      expect(isPublicKey(example.p256dh)).toBe(true)
      expect(isPublicKey(`${example.p256dh.slice(0, -2)}AA`)).toBe(false)
      expect(isPublicKey("BAAAA")).toBe(false)
      expect(publicKeyOf(Redacted.make(example.privateKey)).slice(0, 12)).toBe("BP4z9KsN6nGR")
    }).pipe(Effect.provide(layer))
  )
})
