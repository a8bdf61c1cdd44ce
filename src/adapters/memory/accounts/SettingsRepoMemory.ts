import { Either } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { withChange } from "../../../domain/accounts/Settings.ts"
import { SettingsRepo } from "../../../ports/accounts/SettingsRepo.ts"
import { inMemory } from "../Store.ts"
import { settingsOf } from "../Writes.ts"

export const layer = inMemory(SettingsRepo, ({ attempt, read }) => ({
  of: (userId) => read((tables) => settingsOf(tables, userId)),

  update: (userId, change) =>
    attempt((tables) => {
      if (!tables.users.has(userId)) return Either.left(new NotSignedIn())
      const changed = withChange(settingsOf(tables, userId), change)
      tables.settings.set(userId, changed)
      return Either.right(changed)
    })
}))
