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
const library = Effect.promise(() => import("@simplewebauthn/server"))

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
    const { verifyRegistrationResponse } = yield* library
    const { attestationObject, clientDataJSON } = response
    const transports = Option.getOrElse(response.transports, (): ReadonlyArray<string> => [])
    const { registrationInfo, verified } = yield* Effect.tryPromise({
      try: () =>
        verifyRegistrationResponse({
          ...expected(site, challenge),
          response: { ...given, response: { attestationObject, clientDataJSON }, clientExtensionResults: {} }
        }),
      catch: () => new RegistrationRefused()
    })
    if (!verified) return yield* new RegistrationRefused()
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
