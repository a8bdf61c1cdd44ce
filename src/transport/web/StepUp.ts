import { Option, Schema } from "effect"
import { Proof } from "../../domain/accounts/StepUp.ts"
import { decoded } from "./Browser.ts"
import { type Values, valueOf } from "./WebRequest.ts"

const decodeProof = Schema.decodeUnknownEither(Proof)

/** What a script has put into the form in place of the password: the answer of a passkey, as JSON. */
const passkeyIn = (values: Values): unknown =>
  Option.getOrUndefined(Option.liftThrowable(JSON.parse)(valueOf(values, "passkey")))

/**
 * The password or the passkey of a form. Forms ask for one before credentials change and before powers over others
 * (contract, Pages), where the sign-in is not fresh; the service demands it. The API asks for none before powers, since
 * its clients hold a credential and no page can act for them; but for a link that sets a password.
 */
export const typedProof = (values: Values) => {
  const passkey = passkeyIn(values)
  const password = valueOf(values, "password")
  return decoded(decodeProof(passkey !== undefined ? { passkey } : password === "" ? {} : { password }))
}
