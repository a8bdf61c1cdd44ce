import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Appeals } from "../../../services/moderation/Appeals.ts"
import { Decisions } from "../../../services/moderation/Decisions.ts"
import { withLocation } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

const locationOf = ({ id }: { readonly id: number }) => `/api/decisions/${id}`

export const layer = HttpApiBuilder.group(CommunityApi, "decisions", (handlers) =>
  Effect.flatMap(Effect.all([Decisions, Appeals]), ([decisions, appeals]) =>
    registerHandlers(
      handlers
        .handle("decide", ({ payload }) => withLocation(toWireError(decisions.decide(payload)), locationOf))
        .handle("list", ({ urlParams }) => toWireError(decisions.list(urlParams)))
        .handle("get", ({ path }) => toWireError(decisions.get(path.id)))
        .handle("appeal", ({ path, payload }) =>
          withLocation(toWireError(appeals.appeal(path.id, payload)), locationOf)
        )
        .handle("decideAppeal", ({ path, payload }) => toWireError(appeals.decide(path.id, payload)))
    )
  )
)
