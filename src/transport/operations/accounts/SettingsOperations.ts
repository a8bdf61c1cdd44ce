import { Settings } from "../../../services/accounts/Settings.ts"
import { operations } from "../../http/HandlerRegistry.ts"

export const settingsOperations = operations("settings", Settings, (settings) => ({
  get: () => settings.get,
  update: ({ payload }) => settings.change(payload)
}))
