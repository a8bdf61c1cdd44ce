import { Settings } from "../../../../services/accounts/Settings.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("settings", Settings, (settings) => ({
  get: () => settings.get,
  update: ({ payload }) => settings.change(payload)
}))
