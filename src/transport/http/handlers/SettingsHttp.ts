import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Settings } from "../../../services/accounts/OwnData.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "settings", (handlers) =>
  Effect.flatMap(Settings, (settings) =>
    registerHandlers(
      handlers
        .handle("get", () => toWireError(settings.get))
        .handle("update", ({ payload }) => toWireError(settings.change(payload)))
    )
  )
)
