import { CommunitySettingsRepo } from "../../ports/CommunitySettingsRepo.ts"
import { inMemory } from "./Store.ts"

export const layer = inMemory(CommunitySettingsRepo, ({ read, write }) => ({
  stored: read(({ communitySettings }) => communitySettings),
  held: read(({ communitySettings }) => communitySettings), // transactions in memory run one at a time

  update: (change) =>
    write((tables) => {
      const before = tables.communitySettings
      const after = change(before)
      tables.communitySettings = after
      return { before, after }
    })
}))
