import { Context, Effect, Layer, Redacted } from "effect"
import { CommonPassword, isOfNames, type KnownNames } from "../../../domain/accounts/Password.ts"
import { foldKey } from "../../../domain/Text.ts"
import { CommonPasswordsFile } from "../../../ports/ContentFiles.ts"

/** The passwords that strangers try first. Pages refuse them; the API takes what the specification takes. */
export class CommonPasswords extends Context.Tag("services/accounts/factors/CommonPasswords")<
  CommonPasswords,
  {
    /** Fails with `CommonPassword` for one of the list, and for the name or the address of the account. */
    readonly refuse: (
      password: Redacted.Redacted,
      names: KnownNames,
      field?: CommonPassword["field"]
    ) => Effect.Effect<void, CommonPassword>
  }
>() {
  static readonly layer = Layer.effect(CommonPasswords, Effect.gen(make))
}

function* make() {
  const common = new Set(yield* Effect.flatMap(CommonPasswordsFile, ({ read }) => read))

  return CommonPasswords.of({
    refuse: (password, names, field = "password") => {
      const typed = Redacted.value(password)
      if (common.has(foldKey(typed))) return new CommonPassword({ field, why: "list" })
      return isOfNames(typed, names) ? new CommonPassword({ field, why: "names" }) : Effect.void
    }
  })
}
