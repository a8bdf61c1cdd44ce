import { Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import {
  noSettingsChange,
  type SettingsChange,
  type Settings as SettingsOf,
  UnknownLanguage
} from "../../domain/accounts/Settings.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { PageLanguage } from "../../domain/Language.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { SettingsRepo } from "../../ports/accounts/SettingsRepo.ts"
import { TranslationsRepo } from "../../ports/posts/TranslationsRepo.ts"
import { Languages } from "../languages/Languages.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

/**
 * The caller's settings: notifications, the language of pages and mail, and if their texts may be translated (contract,
 * Follows and mail).
 */
export class Settings extends Context.Tag("services/accounts/Settings")<
  Settings,
  {
    readonly get: StorageEffect<SettingsOf, never, CurrentUser>
    /** Fails with `UnknownLanguage`. */
    readonly change: (change: SettingsChange) => StorageEffect<SettingsOf, NotSignedIn | UnknownLanguage, CurrentUser>

    /** Keeps the language that the caller chose for pages and mail. That of a suspended caller stays. */
    readonly chooseLanguage: (language: PageLanguage) => StorageEffect<void, NotSignedIn | UnknownLanguage, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Settings, withSpans("Settings", Effect.gen(makeSettings)))
}

function* makeSettings() {
  const repo = yield* SettingsRepo
  const translations = yield* TranslationsRepo
  const { tags: languages } = yield* Languages
  const { changes, users, write } = yield* writing

  const lock = (id: UserId) => Effect.catchTag(users.lock(id), "UserNotFound", () => new NotSignedIn())

  const change = Effect.fnUntraced(function* (sent: SettingsChange) {
    const { id } = yield* CurrentUser
    if (Option.exists(sent.language, (language) => !languages.includes(language))) {
      return yield* new UnknownLanguage({ languages })
    }
    // A translation of a text of theirs that is being stored comes before the change, and goes, or is not stored.
    if (Option.contains(sent.translate, false)) yield* lock(id)
    const settings = yield* repo.update(id, sent)
    if (!settings.translate) yield* translations.removeOf(id)
    // Cached credentials know the language of their member's pages.
    if (Option.isSome(sent.language)) yield* changes.append([{ kind: "user", id, userId: id }])
    yield* users.touch(id, yield* DateTime.now)
    return settings
  }, write)

  const chooseLanguage = (language: PageLanguage) =>
    Effect.flatMap(CurrentUser, ({ language: known, suspended }) =>
      suspended || known === language
        ? Effect.void
        : Effect.asVoid(change({ ...noSettingsChange, language: Option.some(language) }))
    )

  return { get: Effect.flatMap(CurrentUser, ({ id }) => repo.of(id)), change, chooseLanguage }
}
