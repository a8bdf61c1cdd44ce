import { createCipheriv, createECDH, createPrivateKey, ECDH, hkdfSync, randomBytes, sign } from "node:crypto"
import { Clock, Effect, Either, Layer, Redacted } from "effect"
import { type MessageToSeal, WebPush } from "../../../ports/notifications/WebPush.ts"

const curve = "prime256v1"

/** The content of a message is one record of at most this size (RFC 8188, 2.1). */
const recordBytes = 4_096

/** A signature is valid for this long. Push services refuse more than a day (RFC 8292, 2). */
const signatureSeconds = 12 * 3_600

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, "base64url")

const pairOf = (privateKey: Buffer) => {
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  return pair
}

const derived = (key: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, info, bytes))

/** The random parts of an encrypted message. */
export interface Ephemeral {
  readonly privateKey: Buffer
  readonly salt: Buffer
}

const newEphemeral = (): Ephemeral => {
  const pair = createECDH(curve)
  pair.generateKeys()
  return { privateKey: pair.getPrivateKey(), salt: randomBytes(16) }
}

/** Encrypts a text for a device by `aes128gcm`: one record, with the keys that RFC 8291 derives. */
export const encrypted = (
  { auth, p256dh, text }: Pick<MessageToSeal, "auth" | "p256dh" | "text">,
  { privateKey, salt }: Ephemeral
): Buffer => {
  const device = bytesOf(p256dh)
  const pair = pairOf(privateKey)
  const own = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), device, own])
  const secret = derived(pair.computeSecret(device), bytesOf(auth), info, 32)
  const key = derived(secret, salt, "Content-Encoding: aes128gcm\0", 16)
  const nonce = derived(secret, salt, "Content-Encoding: nonce\0", 12)
  const cipher = createCipheriv("aes-128-gcm", key, nonce)
  // The delimiter of the last record, without padding.
  const content = Buffer.concat([cipher.update(text, "utf8"), cipher.update(Buffer.from([2])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([salt, size, Buffer.from([own.length]), own, content, cipher.getAuthTag()])
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")

/** The `Authorization` of a message: a token for its push service, signed by the server's key. */
const authorization = ({ contact, endpoint, privateKey }: MessageToSeal, now: number): string => {
  const secret = bytesOf(Redacted.value(privateKey))
  const own = pairOf(secret).getPublicKey()
  const [x, y] = [own.subarray(1, 33), own.subarray(33)].map((half) => half.toString("base64url"))
  const key = createPrivateKey({
    format: "jwk",
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "", d: secret.toString("base64url") }
  })
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1_000) + signatureSeconds, sub: contact }
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" })
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${own.toString("base64url")}`
}

const isPublicKey = (p256dh: string): boolean =>
  Either.isRight(Either.try(() => ECDH.convertKey(bytesOf(p256dh), curve)))

export const layer = Layer.succeed(WebPush, {
  newPrivateKey: Effect.sync(() => Redacted.make(newEphemeral().privateKey.toString("base64url"))),
  publicKeyOf: (privateKey) => pairOf(bytesOf(Redacted.value(privateKey))).getPublicKey("base64url"),
  isPublicKey,
  seal: (message) =>
    Effect.map(Clock.currentTimeMillis, (now) => ({
      body: encrypted(message, newEphemeral()),
      headers: {
        authorization: authorization(message, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/notification+json"
      }
    }))
})
