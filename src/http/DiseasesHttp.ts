import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Diseases } from "../services/Diseases.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"

/** REST's diseases. */
export const layer = HttpApiBuilder.group(CommunityApi, "diseases", (handlers) =>
  Effect.flatMap(Diseases, (diseases) =>
    known(
      handlers
        .handle("list", ({ urlParams }) => wire(diseases.list(urlParams)))
        .handle("get", ({ path }) => wire(diseases.get(path.id)))
    )
  )
)
