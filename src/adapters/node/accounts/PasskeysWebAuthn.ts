import { Effect, Layer, Option } from "effect"
import {
  type AuthenticationResponse,
  PasskeyRefused,
  RegistrationRefused,
  type RegistrationResponse,
  type RelyingParty
} from "../../../domain/accounts/Passkey.ts"
import { Passkeys, type StoredCredential } from "../../../ports/accounts/Passkeys.ts"

/** Loaded when the first passkey comes: it takes 24 MB. */
const library = Effect.promise(async () => ({
  ...(await import("@simplewebauthn/server")),
  ...(await import("@simplewebauthn/server/helpers"))
}))

/**
 * True for the attestations that browsers pass on where none is asked for (WebAuthn level 3, 5.1.3): none, or one that
 * the new key signs itself. For others the library would ask servers that the sender's certificates name.
 */
const isWithoutCertificates = ({ decodeAttestationObject, isoBase64URL }: Library, attestation: string): boolean => {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation))
  const format = decoded.get("fmt")
  return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined)
}

type Library = Effect.Effect.Success<typeof library>

/** The challenge and the site that a response must be for. Verification by fingerprint, face or code is demanded. */
const expected = ({ id, origins }: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: id,
  requireUserVerification: true
})

const ofLibrary = ({
  response: { authenticatorData, clientDataJSON, signature },
  ...given
}: AuthenticationResponse) => ({
  ...given,
  response: { authenticatorData, clientDataJSON, signature },
  clientExtensionResults: {}
})

/** Checks responses by SimpleWebAuthn, whose failures of any kind refuse the response. */
export const layer = Layer.succeed(Passkeys, {
  registered: Effect.fnUntraced(function* (
    { response, ...given }: RegistrationResponse,
    site: RelyingParty,
    challenge: string
  ) {
    const loaded = yield* library
    const { attestationObject, clientDataJSON } = response
    const transports = Option.getOrElse(response.transports, (): ReadonlyArray<string> => [])
    const refused = () => new RegistrationRefused()
    const isTaken = yield* Effect.try({ try: () => isWithoutCertificates(loaded, attestationObject), catch: refused })
    if (!isTaken) return yield* refused()
    const { registrationInfo, verified } = yield* Effect.tryPromise({
      try: () =>
        loaded.verifyRegistrationResponse({
          ...expected(site, challenge),
          response: { ...given, response: { attestationObject, clientDataJSON }, clientExtensionResults: {} }
        }),
      catch: refused
    })
    if (!verified) return yield* refused()
    const { counter, id, publicKey } = registrationInfo.credential
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports }
  }),

  authenticated: Effect.fnUntraced(function* (
    response: AuthenticationResponse,
    site: RelyingParty,
    challenge: string,
    { counter, credentialId, publicKey }: StoredCredential
  ) {
    const { verifyAuthenticationResponse } = yield* library
    const key = new Uint8Array(Buffer.from(publicKey, "base64url"))
    const { authenticationInfo, verified } = yield* Effect.tryPromise({
      try: () =>
        verifyAuthenticationResponse({
          ...expected(site, challenge),
          response: ofLibrary(response),
          credential: { id: credentialId, publicKey: key, counter }
        }),
      catch: () => new PasskeyRefused()
    })
    return verified ? authenticationInfo.newCounter : yield* new PasskeyRefused()
  })
})
