import { Effect, Layer } from "effect"
import { Appeals } from "../../../../services/moderation/Appeals.ts"
import { Decisions } from "../../../../services/moderation/Decisions.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { handlers, withLocation } from "../../HandlerRegistry.ts"

const reports = handlers("reports", Reports, (reports) => ({
  send: withLocation(
    ({ payload }) => reports.send(payload),
    ({ id }) => `/api/reports/${id}`
  ),
  list: ({ urlParams }) => reports.list(urlParams),
  get: ({ path }) => reports.get(path.id)
}))

const locationOfDecision = ({ id }: { readonly id: number }) => `/api/decisions/${id}`

const decisions = handlers("decisions", Effect.all([Decisions, Appeals]), ([decisions, appeals]) => ({
  decide: withLocation(({ payload }) => decisions.decide(payload), locationOfDecision),
  list: ({ urlParams }) => decisions.list(urlParams),
  get: ({ path }) => decisions.get(path.id),
  appeal: withLocation(({ path, payload }) => appeals.appeal(path.id, payload), locationOfDecision),
  decideAppeal: ({ path, payload }) => appeals.decide(path.id, payload)
}))

export const layer = Layer.mergeAll(reports, decisions)
