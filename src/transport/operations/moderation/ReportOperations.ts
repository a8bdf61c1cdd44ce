import { Reports } from "../../../../services/moderation/Reports.ts"
import { handlers, withLocation } from "../../HandlerRegistry.ts"

export const layer = handlers("reports", Reports, (reports) => ({
  send: withLocation(
    ({ payload }) => reports.send(payload),
    ({ id }) => `/api/reports/${id}`
  ),
  list: ({ urlParams }) => reports.list(urlParams),
  get: ({ path }) => reports.get(path.id)
}))
