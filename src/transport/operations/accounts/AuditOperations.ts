import { AuditLog } from "../../../services/accounts/AuditLog.ts"
import { operations } from "../../http/HandlerRegistry.ts"

export const auditOperations = operations("audit", AuditLog, (audit) => ({
  list: ({ urlParams }) => audit.list(urlParams)
}))
