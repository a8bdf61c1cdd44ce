import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Statistics } from "../services/Statistics.ts"
import { wire } from "./Errors.ts"

/** REST's statistics. */
export const layer = HttpApiBuilder.group(CommunityApi, "statistics", (handlers) =>
  Effect.map(Statistics, (statistics) => handlers.handle("get", () => wire(statistics.now)))
)
