import { Option } from "effect"
import type { CommunitySettings } from "../../domain/CommunitySettings.ts"
import { CommunitySettingsRepo } from "../../ports/CommunitySettingsRepo.ts"
import { inMemory } from "./Store.ts"

export const layer = inMemory(CommunitySettingsRepo, ({ read, write }) => ({
  stored: read(({ communitySettings }) => communitySettings),

  update: ({ registration, reviewFirstPosts }) =>
    write((tables) => {
      const before = tables.communitySettings
      const after: Partial<CommunitySettings> = {
        ...before,
        ...(Option.isSome(registration) ? { registration: registration.value } : {}),
        ...(Option.isSome(reviewFirstPosts) ? { reviewFirstPosts: reviewFirstPosts.value } : {})
      }
      tables.communitySettings = after
      return { before, after }
    })
}))
