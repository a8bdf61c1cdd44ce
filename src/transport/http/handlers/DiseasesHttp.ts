import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Diseases } from "../../../services/diseases/Diseases.ts"
import { tagsOfDiseases } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "diseases", (handlers) =>
  Effect.flatMap(Diseases, (diseases) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(diseases.list(urlParams)), tagsOfDiseases))
        .handle("get", ({ path, urlParams }) =>
          withCacheTags(toWireError(diseases.get(path.id, urlParams.lang)), tagsOfDiseases)
        )
    )
  )
)
