import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Statistics } from "../../../services/Statistics.ts"
import { tagsOfStatistics } from "../../wire/CacheTags.ts"
import { renewedTime, withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "statistics", (handlers) =>
  Effect.gen(function* () {
    const statistics = yield* Statistics
    const clock = yield* Effect.clock
    const volatileOf = renewedTime(() => clock.unsafeCurrentTimeMillis())
    return yield* registerHandlers(
      handlers.handle("get", () => withCacheTags(toWireError(statistics.now), tagsOfStatistics, volatileOf))
    )
  })
)
