import { HttpApiBuilder } from "@effect/platform"
import { DateTime, Effect, Option } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Statistics } from "../../../services/Statistics.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "statistics", (handlers) =>
  Effect.gen(function* () {
    const statistics = yield* Statistics
    const clock = yield* Effect.clock
    const now = () => DateTime.formatIso(DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
    const acquire = () => Option.some({ value: now, release: () => undefined })
    return yield* registerHandlers(
      handlers.handle("get", () =>
        withCacheTags(
          toWireError(statistics.now),
          () => ["counts"],
          ({ generatedAt }) => [{ name: "generatedAt", value: DateTime.formatIso(generatedAt), acquire }]
        )
      )
    )
  })
)
