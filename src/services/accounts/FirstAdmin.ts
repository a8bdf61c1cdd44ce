import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { firstAdminCode } from "../../Config.ts"
import { NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"

const codeNeeded = new NotAllowed({ action: "becomeFirstAdmin" })

const roleIsClosed = new NotAllowed({ action: "becomeAdmin" })

/**
 * The one-time code that makes its bearer the first admin (contract, Accounts). It is void once an admin exists. Each
 * process makes its own random code: with several instances on one database set `FIRST_ADMIN_CODE` for all of them, or
 * send the code of the instance that receives the registration.
 */
export class FirstAdmin extends Context.Tag("services/accounts/FirstAdmin")<
  FirstAdmin,
  {
    /** Fails with `NotAllowed` unless this code makes the first admin now. Logs a wrong code, without its text. */
    readonly claim: (code: Option.Option<Redacted.Redacted>) => Effect.Effect<void, NotAllowed | Unavailable>

    /** `claim` in a transaction, until whose end every other claim waits: of two at once only one succeeds. */
    readonly claimOnce: (code: Option.Option<Redacted.Redacted>) => Effect.Effect<void, NotAllowed | Unavailable>

    /** The code to print at start while there is no admin; none when `FIRST_ADMIN_CODE` set it. */
    readonly codeWhileNone: Effect.Effect<Option.Option<Redacted.Redacted>, Unavailable>
  }
>() {
  static readonly layer = Layer.effect(FirstAdmin, Effect.gen(make))
}

function* make() {
  const users = yield* UsersRepo
  const secrets = yield* Secrets
  const preset = yield* firstAdminCode
  const code = preset ?? (yield* secrets.newCode)

  const claim = Effect.fnUntraced(function* (sent: Option.Option<Redacted.Redacted>) {
    if (yield* users.adminExists) return yield* roleIsClosed
    if (Option.exists(sent, (one) => secrets.isSame(one, code))) return
    if (Option.isSome(sent)) yield* Effect.logWarning("a registration sent a wrong code of the first admin")
    return yield* codeNeeded
  })

  return {
    claim,
    claimOnce: (sent: Option.Option<Redacted.Redacted>) => Effect.zipRight(users.lockFirstAdmin, claim(sent)),
    codeWhileNone: Effect.map(users.adminExists, (exists) =>
      Option.liftPredicate(code, () => !exists && preset === undefined)
    )
  }
}
