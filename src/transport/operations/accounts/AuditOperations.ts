import { AuditLog } from "../../../../services/accounts/AuditLog.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("audit", AuditLog, (audit) => ({ list: ({ urlParams }) => audit.list(urlParams) }))
