import { Either, Option } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { Settings } from "../../../domain/accounts/Settings.ts"
import { SettingsRepo } from "../../../ports/SettingsRepo.ts"
import { inMemory } from "../Store.ts"
import { settingsOf } from "../Writes.ts"

export const layer = inMemory(SettingsRepo, ({ attempt, read }) => ({
  of: (userId) => read((tables) => settingsOf(tables, userId)),

  update: (userId, { comment, like, mail, newPost, reply }) =>
    attempt((tables) => {
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
}))
