import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import type { Attestation, Signed } from "./Authenticator.ts"

const es256 = -7

const signature = (key: KeyObject, signed: Uint8Array) => sign("sha256", signed, key)

/** The signature of the key itself (WebAuthn level 3, 8.2), which browsers pass on where no attestation is asked for. */
export const packedSelf = ({ authData, clientDataHash, privateKey }: Signed): Attestation => ({
  fmt: "packed",
  attStmt: new Map<string, number | Buffer>([
    ["alg", es256],
    ["sig", signature(privateKey, Buffer.concat([authData, clientDataHash]))]
  ])
})

/** A value in DER (X.690) under its tag. */
const der = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(contents)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 0xff]), body])
}

const sequence = (...contents: ReadonlyArray<Uint8Array>) => der(0x30, ...contents)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const enumerated = (value: number) => der(0x0a, Buffer.from([value]))
const octets = (value: Uint8Array) => der(0x04, value)
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"))

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))
const named = (name: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))))
const always = sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("490101000000Z")))

interface Certified {
  readonly subject: string
  readonly key: KeyObject
  readonly extensions: ReadonlyArray<Uint8Array>
}

/** A certificate (RFC 5280) that the key of `root` signs. */
const certificate = ({ extensions, key, subject }: Certified, signer: KeyObject) => {
  const spki = key.export({ type: "spki", format: "der" })
  const extended = extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]
  const signed = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    named("root"),
    always,
    named(subject),
    spki,
    ...extended
  )
  return sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature(signer, signed)))
}

/** The addresses of lists of revoked certificates. */
const revocationLists = (urls: ReadonlyArray<string>) => {
  const points = urls.map((url) => sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(url))))))
  return sequence(oid("551d1f"), octets(sequence(...points)))
}

/** The description of a key in Android's keystore, which names what it has signed. */
const keyDescription = (challenge: Uint8Array) =>
  sequence(
    oid("2b06010401d679020111"),
    octets(
      sequence(
        ...[integer(3), enumerated(1), integer(4), enumerated(1)],
        ...[octets(challenge), octets(Buffer.alloc(0)), sequence(), sequence()]
      )
    )
  )

/** An attestation of Android's keystore under a root of its own, whose certificate names lists of revoked ones. */
export const androidKey =
  (...urls: ReadonlyArray<string>) =>
  ({ authData, clientDataHash, privateKey, publicKey }: Signed): Attestation => {
    const root = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const extensions = [keyDescription(clientDataHash), revocationLists(urls)]
    const leaf = certificate({ subject: "leaf", key: publicKey, extensions }, root.privateKey)
    const anchor = certificate({ subject: "root", key: root.publicKey, extensions: [] }, root.privateKey)
    return {
      fmt: "android-key",
      attStmt: new Map<string, number | Buffer | ReadonlyArray<Buffer>>([
        ["alg", es256],
        ["sig", signature(privateKey, Buffer.concat([authData, clientDataHash]))],
        ["x5c", [leaf, anchor]]
      ])
    }
  }
