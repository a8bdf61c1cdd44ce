import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Diseases } from "../../../services/diseases/Diseases.ts"
import type { CacheTag } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

/** A disease includes the number of its posts. */
const tags = (): ReadonlyArray<CacheTag> => ["catalogue", "posts"]

export const layer = HttpApiBuilder.group(CommunityApi, "diseases", (handlers) =>
  Effect.flatMap(Diseases, (diseases) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(diseases.list(urlParams)), tags))
        .handle("get", ({ path }) => withCacheTags(toWireError(diseases.get(path.id)), tags))
    )
  )
)
