import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Reports } from "../../../services/moderation/Reports.ts"
import { withLocation } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "reports", (handlers) =>
  Effect.flatMap(Reports, (reports) =>
    registerHandlers(
      handlers
        .handle("send", ({ payload }) =>
          withLocation(toWireError(reports.send(payload)), ({ id }) => `/api/reports/${id}`)
        )
        .handle("list", ({ urlParams }) => toWireError(reports.list(urlParams)))
        .handle("get", ({ path }) => toWireError(reports.get(path.id)))
    )
  )
)
