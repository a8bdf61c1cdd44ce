import { Effect, Either, Layer, Option } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { Settings } from "../../../domain/accounts/Settings.ts"
import { SettingsRepo } from "../../../ports/SettingsRepo.ts"
import { Store } from "../Store.ts"
import { settingsOf } from "../Writes.ts"

const make = Effect.map(Store, ({ read, write }) =>
  SettingsRepo.of({
    of: (userId) => read((tables) => settingsOf(tables, userId)),

    update: (userId, { comment, like, mail, newPost, reply }) =>
      Effect.flatten(
        write((tables) => {
          if (!tables.users.has(userId)) return Either.left(new NotSignedIn())
          const before = settingsOf(tables, userId)
          const after: Settings = {
            comment: Option.getOrElse(comment, () => before.comment),
            like: Option.getOrElse(like, () => before.like),
            reply: Option.getOrElse(reply, () => before.reply),
            newPost: Option.getOrElse(newPost, () => before.newPost),
            mail: Option.getOrElse(mail, () => before.mail)
          }
          tables.settings.set(userId, after)
          return Either.right(after)
        })
      )
  })
)

/** Settings in memory. */
export const layer = Layer.effect(SettingsRepo, make)
