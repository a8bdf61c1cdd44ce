import { Effect, Redacted, Schema } from "effect"
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
 * password, and the check of what was sent. The API has no such step: its clients hold a credential, and no page can
 * act for them.
 */
export const makeStepUp = Effect.map(AccountSecurity, ({ asksPassword, confirm }) => ({
  asksPassword,
  confirm: Effect.fnUntraced(function* ({ form: { values } }: WebRequest) {
    if (!(yield* asksPassword)) return
    const { password } = yield* decoded(decodePassword({ password: valueOf(values, "password") }))
    if (Redacted.value(password) === "") return yield* blank()
    yield* confirm(password)
  })
}))
