import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { firstAdminCode } from "../../Config.ts"
import { NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"

/**
 * The one-time code that makes its bearer the first admin (contract, Accounts). It is void once an admin exists. Each
 * process makes its own random code: with several instances on one database set `FIRST_ADMIN_CODE` for all of them, or
 * send the code of the instance that receives the registration.
 */
export class FirstAdmin extends Context.Tag("services/accounts/FirstAdmin")<
  FirstAdmin,
  {
    /** Fails with `NotAllowed` unless this code makes the first admin now. Logs a wrong code, without its text. */
    readonly claim: (code: Option.Option<Redacted.Redacted>) => StorageEffect<void, NotAllowed>

    /** `claim` in a transaction, until whose end every other claim waits: of two at once only one succeeds. */
    readonly claimOnce: (code: Option.Option<Redacted.Redacted>) => StorageEffect<void, NotAllowed>

    /** True while there is no admin: the code makes one. */
    readonly isOpen: StorageEffect<boolean>

    /** The code to print at start while there is no admin; none when `FIRST_ADMIN_CODE` set it. */
    readonly codeWhileNone: StorageEffect<Option.Option<Redacted.Redacted>>
  }
>() {
  static readonly layer = Layer.effect(FirstAdmin, Effect.gen(make))
}

const codeNeeded = new NotAllowed({ action: "becomeFirstAdmin" })

const roleIsClosed = new NotAllowed({ action: "becomeAdmin" })

function* make() {
  const users = yield* UsersRepo
  const secrets = yield* Secrets
  const preset = yield* firstAdminCode
  const code = preset ?? (yield* secrets.newCode)

  const isOpen = Effect.map(users.adminExists, (exists) => !exists)

  const claim = Effect.fnUntraced(function* (sent: Option.Option<Redacted.Redacted>) {
    if (!(yield* isOpen)) return yield* roleIsClosed
    if (Option.exists(sent, (one) => secrets.isSame(one, code))) return
    if (Option.isSome(sent)) yield* Effect.logWarning("a registration sent a wrong code of the first admin")
    return yield* codeNeeded
  })

  return {
    claim,
    claimOnce: (sent: Option.Option<Redacted.Redacted>) => Effect.zipRight(users.lockRoles, claim(sent)),
    isOpen,
    codeWhileNone: Effect.map(isOpen, (open) => Option.liftPredicate(code, () => open && preset === undefined))
  }
}
