import { Context, Effect, Layer, Option, Redacted } from "effect"
import { defaultSettings, noSettingsChange } from "../../domain/accounts/Settings.ts"
import { UserId } from "../../domain/Ids.ts"
import { LinkNotValid } from "../../domain/mail/Mail.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { SettingsRepo } from "../../ports/accounts/SettingsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { KeyedHash } from "../accounts/KeyedHash.ts"
import { withSpans } from "../Spans.ts"

/** The end of digests without signing in (RFC 8058). */
export class Unsubscribing extends Context.Tag("services/mail/Unsubscribing")<
  Unsubscribing,
  {
    /** The token of a member, the same in each mail: it is valid for as long as the database, and stored nowhere. */
    readonly tokenOf: (id: UserId) => StorageEffect<string>

    /** The member of a token. Fails with `LinkNotValid`. */
    readonly memberOf: (token: string) => StorageEffect<UserId, LinkNotValid>

    /** Ends the digests of the token's member. Nothing changes a second time. Fails with `LinkNotValid`. */
    readonly unsubscribe: (token: string) => StorageEffect<void, LinkNotValid>
  }
>() {
  static readonly layer = Layer.effect(Unsubscribing, withSpans("Unsubscribing", Effect.gen(make)))
}

function* make() {
  const { isSame } = yield* Secrets
  const settings = yield* SettingsRepo
  const keyedHash = yield* KeyedHash

  const tokenOf = (id: UserId) => Effect.map(keyedHash.of("unsubscribe", String(id)), (mac) => `${id}.${mac}`)

  const memberOf = Effect.fnUntraced(function* (token: string) {
    const id = Number(/^([1-9]\d{0,9})\./.exec(token)?.[1] ?? 0)
    if (!(id > 0 && id < 2 ** 31)) return yield* new LinkNotValid({ of: "digest" })
    const userId = UserId.make(id)
    if (!isSame(Redacted.make(token), Redacted.make(yield* tokenOf(userId))))
      return yield* new LinkNotValid({ of: "digest" })
    return userId
  })

  const unsubscribe = Effect.fnUntraced(function* (token: string) {
    const userId = yield* memberOf(token)
    // A member who has left has no settings, and gets no mail.
    yield* Effect.catchTag(
      settings.update(userId, { ...noSettingsChange, mail: Option.some("off") }),
      "NotSignedIn",
      () => Effect.succeed(defaultSettings)
    )
  })

  return { tokenOf, memberOf, unsubscribe }
}
