import { CommunitySettings } from "../../services/CommunitySettings.ts"
import { operations } from "../http/HandlerRegistry.ts"

export const communitySettingsOperations = operations("community", CommunitySettings, (settings) => ({
  get: () => settings.get,
  update: ({ payload }) => settings.change(payload)
}))
