import { CommunitySettings } from "../../../services/CommunitySettings.ts"
import { handlers } from "../HandlerRegistry.ts"

export const layer = handlers("community", CommunitySettings, (settings) => ({
  get: () => settings.get,
  update: ({ payload }) => settings.change(payload)
}))
