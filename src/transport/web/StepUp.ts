import { Option, Schema } from "effect"
import { Proof } from "../../domain/accounts/StepUp.ts"
import { decoded } from "./Browser.ts"
import { type Values, valueOf } from "./WebRequest.ts"

const decodeProof = Schema.decodeUnknownEither(Proof)

/** What a script has put into a field: the answer of a passkey, as JSON. */
export const passkeyIn = (values: Values, name: string): unknown =>
  Option.getOrUndefined(Option.liftThrowable(JSON.parse)(valueOf(values, name)))

/** The passkey of a form, or the password in its place. */
export const proofIn = (values: Values, password = "password"): Readonly<Record<string, unknown>> => {
  const passkey = passkeyIn(values, "passkey")
  return passkey !== undefined ? { passkey } : { [password]: values[password] }
}

/**
 * The password or the passkey of a form. Forms ask for one before credentials change and before powers over others
 * (contract, Pages), where the sign-in is not fresh; the service demands it. The API asks for none before powers, since
 * its clients hold a credential and no page can act for them; but for a link that sets a password.
 */
export const typedProof = (values: Values) => decoded(decodeProof(proofIn(values)))
