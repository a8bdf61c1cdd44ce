import { Effect } from "effect"
import { Appeals } from "../../../services/moderation/Appeals.ts"
import { Decisions } from "../../../services/moderation/Decisions.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"

const locationOfDecision = ({ id }: { readonly id: number }) => `/api/decisions/${id}`

export const decisionOperations = operations("decisions", Effect.all([Decisions, Appeals]), ([decisions, appeals]) => ({
  decide: withLocation(({ payload }) => decisions.decide(payload), locationOfDecision),
  list: ({ urlParams }) => decisions.list(urlParams),
  get: ({ path }) => decisions.get(path.id),
  appeal: withLocation(({ path, payload }) => appeals.appeal(path.id, payload), locationOfDecision),
  decideAppeal: ({ path, payload }) => appeals.decide(path.id, payload)
}))
