import { Context, DateTime, Effect, Layer } from "effect"
import { CurrentUser, type NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { SettingsChange, Settings as SettingsOf } from "../../domain/accounts/Settings.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { SettingsRepo } from "../../ports/SettingsRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { withSpans } from "../Spans.ts"

/** What the caller is notified of (contract, Follows and mail). */
export class Settings extends Context.Tag("services/accounts/Settings")<
  Settings,
  {
    readonly get: Effect.Effect<SettingsOf, Unavailable, CurrentUser>

    /** Changes settings of the caller, and gives all. */
    readonly change: (change: SettingsChange) => Effect.Effect<SettingsOf, NotSignedIn | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Settings, withSpans("Settings", Effect.gen(make)))
}

function* make() {
  const repo = yield* SettingsRepo
  const users = yield* UsersRepo
  const { atomically } = yield* Transaction

  const change = Effect.fnUntraced(function* (sent: SettingsChange) {
    const { id } = yield* CurrentUser
    const settings = yield* repo.update(id, sent)
    yield* users.touch(id, yield* DateTime.now)
    return settings
  }, atomically)

  return { get: Effect.flatMap(CurrentUser, ({ id }) => repo.of(id)), change }
}
