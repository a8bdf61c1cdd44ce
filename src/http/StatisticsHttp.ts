import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Statistics } from "../services/Statistics.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"

/** REST's statistics. */
export const layer = HttpApiBuilder.group(CommunityApi, "statistics", (handlers) =>
  Effect.flatMap(Statistics, (statistics) => known(handlers.handle("get", () => wire(statistics.now))))
)
