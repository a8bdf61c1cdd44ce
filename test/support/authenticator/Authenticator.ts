import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { type CborMap, type CborValue, cbor } from "./Cbor.ts"

export const algorithms = ["ES256", "EdDSA", "RS256"] as const
export type Algorithm = (typeof algorithms)[number]

/** What a response says besides what is right for its options. */
export interface Twist {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  readonly isPresent?: boolean
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly credentialId?: string
  /** An attestation in place of none. */
  readonly attestation?: (signed: Signed) => Attestation
}

/** What an attestation signs, and the pair of keys of the new credential. */
export interface Signed {
  readonly authData: Buffer
  readonly clientDataHash: Buffer
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export interface Attestation {
  readonly fmt: string
  readonly attStmt: CborMap
}

const noAttestation = (): Attestation => ({ fmt: "none", attStmt: new Map() })

/** The origin of the pages of a community without a `PUBLIC_URL`. */
export const siteOrigin = "http://localhost:3000"

interface CreationOptionsOfSite {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptionsOfSite {
  readonly challenge: string
  readonly rpId: string
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest()

const pairOf = (algorithm: Algorithm) => {
  if (algorithm === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" })
  return algorithm === "EdDSA" ? generateKeyPairSync("ed25519") : generateKeyPairSync("rsa", { modulusLength: 2048 })
}

const bytesOf = (text: string | undefined) => Buffer.from(text ?? "", "base64url")

/** The public key as COSE has it (RFC 9053). */
const coseOf = (algorithm: Algorithm, publicKey: KeyObject): Buffer => {
  const { e, n, x, y } = publicKey.export({ format: "jwk" })
  if (algorithm === "RS256") return cbor(new Map([...keyOf(3, -257), [-1, bytesOf(n)], [-2, bytesOf(e)]]))
  if (algorithm === "EdDSA") return cbor(new Map([...keyOf(1, -8), [-1, 6], [-2, bytesOf(x)]]))
  return cbor(new Map([...keyOf(2, -7), [-1, 1], [-2, bytesOf(x)], [-3, bytesOf(y)]]))
}

const keyOf = (type: number, algorithm: number): ReadonlyArray<readonly [number, number | Buffer]> => [
  [1, type],
  [3, algorithm]
]

const hasAttestedData = 0x40

const authDataOf = (rpId: string, counter: number, { isPresent = true, isVerified = true }: Twist, more = 0) => {
  const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | more
  const end = Buffer.alloc(5)
  end.writeUInt8(flags)
  end.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), end])
}

/** One credential of a device, which signs as WebAuthn level 3 has it. */
export const newAuthenticator = (algorithm: Algorithm = "ES256", isCounting = true) => {
  const { privateKey, publicKey } = pairOf(algorithm)
  const ownId = randomBytes(16).toString("base64url")
  let counter = 0
  let ownHandle = ""

  const clientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? siteOrigin,
        crossOrigin: false
      })
    )

  const named = ({ credentialId = ownId }: Twist) => ({
    id: credentialId,
    rawId: credentialId,
    type: "public-key" as const
  })

  const nextCounter = () => (isCounting ? ++counter : 0)

  return {
    credentialId: ownId,
    publicKey: coseOf(algorithm, publicKey).toString("base64url"),

    /** What `navigator.credentials.create` gives. */
    makeRegistration: (options: CreationOptionsOfSite, twist: Twist = {}) => {
      ownHandle = options.user.id
      const id = bytesOf(twist.credentialId ?? ownId)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        authDataOf(twist.rpId ?? options.rp.id, twist.counter ?? nextCounter(), twist, hasAttestedData),
        Buffer.alloc(16),
        length,
        id,
        coseOf(algorithm, publicKey)
      ])
      const clientDataJSON = clientData("webauthn.create", options.challenge, twist)
      const { attestation = noAttestation } = twist
      const signed = { authData, clientDataHash: sha256(clientDataJSON), privateKey, publicKey }
      const parts: ReadonlyArray<readonly [string, CborValue]> = Object.entries({ ...attestation(signed), authData })
      return {
        ...named(twist),
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          attestationObject: cbor(new Map(parts)).toString("base64url"),
          transports: ["internal"]
        }
      }
    },

    /** What `navigator.credentials.get` gives. */
    makeAssertion: (options: RequestOptionsOfSite, twist: Twist = {}) => {
      const clientDataJSON = clientData("webauthn.get", options.challenge, twist)
      const authData = authDataOf(twist.rpId ?? options.rpId, twist.counter ?? nextCounter(), twist)
      const signed = Buffer.concat([authData, sha256(clientDataJSON)])
      const signature = sign(algorithm === "EdDSA" ? null : "sha256", signed, privateKey)
      return {
        ...named(twist),
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: twist.userHandle ?? ownHandle
        }
      }
    }
  }
}

export type Authenticator = ReturnType<typeof newAuthenticator>
export type Registered = ReturnType<Authenticator["makeRegistration"]>
export type Asserted = ReturnType<Authenticator["makeAssertion"]>
