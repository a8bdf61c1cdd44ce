import { Reports } from "../../../services/moderation/Reports.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"

export const reportOperations = operations("reports", Reports, (reports) => ({
  send: withLocation(
    ({ payload }) => reports.send(payload),
    ({ id }) => `/api/reports/${id}`
  ),
  list: ({ urlParams }) => reports.list(urlParams),
  get: ({ path }) => reports.get(path.id)
}))
