import { Effect, Option, Redacted, Schema } from "effect"
import { BadRequest } from "../../api/WireErrors.ts"
import { TriedPassword } from "../../domain/accounts/Password.ts"
import { InvalidInput } from "../../domain/Issues.ts"
import { blankRule } from "../../domain/Text.ts"
import { AccountSecurity } from "../../services/accounts/AccountSecurity.ts"
import { decoded } from "./Browser.ts"
import { valueOf, type WebRequest } from "./WebRequest.ts"

const decodePassword = Schema.decodeEither(Schema.Struct({ password: TriedPassword }))

const blank = () => {
  const cause = new InvalidInput({
    faults: [{ sentence: `password ${blankRule.message}`, field: "password", rule: blankRule }]
  })
  return new BadRequest({ message: cause.message, cause })
}

/**
 * Makes the parts of forms by which admins use powers over others (contract, Pages): whether the form asks for the
 * password, the password that was sent where it is asked for, and its check. The API asks for none, since its clients
 * hold a credential and no page can act for them; but for a link that sets a password.
 */
export const makeStepUp = Effect.map(AccountSecurity, ({ asksPassword, confirm }) => {
  const passwordOf = Effect.fnUntraced(function* ({ form: { values } }: WebRequest) {
    if (!(yield* asksPassword)) return Option.none()
    const { password } = yield* decoded(decodePassword({ password: valueOf(values, "password") }))
    return Redacted.value(password) === "" ? yield* blank() : Option.some(password)
  })

  return {
    asksPassword,
    passwordOf,
    confirm: (request: WebRequest) =>
      Effect.flatMap(passwordOf(request), (password) => Effect.transposeMapOption(password, confirm))
  }
})
