import { Option, Redacted, Schema } from "effect"
import { TriedPassword } from "../../domain/accounts/Password.ts"
import { TriedCode } from "../../domain/accounts/SecondFactor.ts"
import { proofFields } from "../../domain/accounts/StepUp.ts"
import { optional } from "../../domain/Fields.ts"
import { rule } from "../../domain/Issues.ts"
import { blankRule } from "../../domain/Text.ts"
import { decoded } from "./Browser.ts"
import { type Values, valueOf } from "./WebRequest.ts"

/** An empty field is told as one: it counts as no wrong attempt. */
const filled = <I>(secret: Schema.Schema<Redacted.Redacted, I>) =>
  secret.pipe(Schema.filter((typed) => Redacted.value(typed).trim() !== "", rule(blankRule)))

/** The password of a form. */
export const TypedPassword = filled(TriedPassword)

/** The code of a form. */
export const TypedCode = filled(TriedCode)

/** The fields of a form that asks who acts. */
export const typedProofFields = { ...proofFields, password: optional(TypedPassword) }

const decodeProof = Schema.decodeUnknownEither(Schema.Struct(typedProofFields))

/** The answer of a passkey, which a script has put into a field as JSON. */
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
