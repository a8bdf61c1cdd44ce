import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Phenotypes } from "../../../services/phenotypes/Phenotypes.ts"
import { tagsOfDiseases } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "phenotypes", (handlers) =>
  Effect.flatMap(Phenotypes, (phenotypes) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(phenotypes.list(urlParams)), tagsOfDiseases))
        .handle("get", ({ path }) => withCacheTags(toWireError(phenotypes.get(path.id)), tagsOfDiseases))
    )
  )
)
