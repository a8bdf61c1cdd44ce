import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { AuditLog } from "../../../services/accounts/AuditLog.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "audit", (handlers) =>
  Effect.flatMap(AuditLog, (audit) =>
    registerHandlers(handlers.handle("list", ({ urlParams }) => toWireError(audit.list(urlParams))))
  )
)
