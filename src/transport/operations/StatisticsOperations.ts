import { Effect } from "effect"
import { Statistics } from "../../services/Statistics.ts"
import { operations } from "../http/HandlerRegistry.ts"
import { tagsOfStatistics } from "../wire/CacheTags.ts"
import { renewedTime, withCacheTags } from "../wire/Tagged.ts"

export const statisticsOperations = operations(
  "statistics",
  Effect.all([Statistics, Effect.clock]),
  ([statistics, clock]) => ({
    get: () => withCacheTags(statistics.now, tagsOfStatistics, renewedTime(clock))
  })
)
