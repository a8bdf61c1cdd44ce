import { Context, Effect, Layer, Option } from "effect"
import { metricsToken } from "../Config.ts"
import type { Secret } from "../domain/accounts/Credential.ts"
import { MetricsAreLocal, WrongMetricsToken } from "../domain/MetricsRefused.ts"
import { Secrets } from "../ports/Secrets.ts"

/** The parts of a request for the metrics that decide. */
export interface MetricsReader {
  /** The request came from this machine. */
  readonly isLocal: boolean
  readonly secret: Option.Option<Secret>
}

/** Decides who may read the metrics. */
export class MetricsAccess extends Context.Tag("services/MetricsAccess")<
  MetricsAccess,
  {
    /**
     * With `METRICS_TOKEN`, demands it from everybody, and fails with `WrongMetricsToken`. Without it, lets only this
     * machine pass, and fails with `MetricsAreLocal`.
     */
    readonly check: (reader: MetricsReader) => Effect.Effect<void, WrongMetricsToken | MetricsAreLocal>
  }
>() {
  static readonly layer = Layer.effect(
    MetricsAccess,
    Effect.gen(function* () {
      const token = yield* metricsToken
      const { isSame } = yield* Secrets
      return {
        check: ({ isLocal, secret }) => {
          if (token === undefined) return isLocal ? Effect.void : new MetricsAreLocal()
          return Option.exists(secret, (sent) => isSame(sent, token)) ? Effect.void : new WrongMetricsToken()
        }
      }
    })
  )
}
