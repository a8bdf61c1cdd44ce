import { Effect, HashMap, Layer, Option } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { Settings } from "../../../domain/accounts/Settings.ts"
import { SettingsRepo } from "../../../ports/SettingsRepo.ts"
import { type Step, Store } from "../Store.ts"
import { settingsOf } from "../Tables.ts"

const make = Effect.map(Store, (store) =>
  SettingsRepo.of({
    of: (userId) => Effect.map(store.tables, (tables) => settingsOf(tables, userId)),

    update: (userId, { comment, like, mail, newPost, reply }) =>
      store.write((tables): Step<Settings, NotSignedIn> => {
        if (!HashMap.has(tables.users.rows, userId)) return [new NotSignedIn(), tables]
        const before = settingsOf(tables, userId)
        const after: Settings = {
          comment: Option.getOrElse(comment, () => before.comment),
          like: Option.getOrElse(like, () => before.like),
          reply: Option.getOrElse(reply, () => before.reply),
          newPost: Option.getOrElse(newPost, () => before.newPost),
          mail: Option.getOrElse(mail, () => before.mail)
        }
        return [Effect.succeed(after), { ...tables, settings: HashMap.set(tables.settings, userId, after) }]
      })
  })
)

/** Settings in memory. */
export const layer = Layer.effect(SettingsRepo, make)
