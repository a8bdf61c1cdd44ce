import { Context, type Effect } from "effect"
import type {
  AuthenticationResponse,
  PasskeyRefused,
  RegistrationRefused,
  RegistrationResponse,
  RelyingParty
} from "../../domain/accounts/Passkey.ts"

/** A stored passkey. Its public key (COSE, in base64url) and its counter check its signatures. */
export interface StoredCredential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: ReadonlyArray<string>
}

/**
 * Checks what authenticators sign (WebAuthn level 3), for a site and the challenge that the response names. User
 * verification is demanded, so a passkey is both factors.
 */
export class Passkeys extends Context.Tag("ports/accounts/Passkeys")<
  Passkeys,
  {
    readonly registered: (
      response: RegistrationResponse,
      site: RelyingParty,
      challenge: string
    ) => Effect.Effect<StoredCredential, RegistrationRefused>

    /** Gives the counter from now on. Fails for one that is lower than before, too. */
    readonly authenticated: (
      response: AuthenticationResponse,
      site: RelyingParty,
      challenge: string,
      stored: StoredCredential
    ) => Effect.Effect<number, PasskeyRefused>
  }
>() {}
