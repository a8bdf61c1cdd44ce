import { Option } from "effect"
import { BackupsRepo } from "../../ports/BackupsRepo.ts"
import { inMemory } from "./Store.ts"

export const layer = inMemory(BackupsRepo, ({ read, write }) => ({
  note: (backup) =>
    write((tables) => {
      tables.lastBackup = Option.some(backup)
    }),

  last: read(({ lastBackup }) => lastBackup)
}))
