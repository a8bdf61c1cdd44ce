import { Effect } from "effect"
import { Statistics } from "../../../services/Statistics.ts"
import { tagsOfStatistics } from "../../wire/CacheTags.ts"
import { renewedTime, withCacheTags } from "../../wire/Tagged.ts"
import { handlers } from "../HandlerRegistry.ts"

export const layer = handlers("statistics", Effect.all([Statistics, Effect.clock]), ([statistics, clock]) => ({
  get: () => withCacheTags(statistics.now, tagsOfStatistics, renewedTime(clock))
}))
