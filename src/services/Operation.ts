import { Context, Deferred, Effect, Layer, Option } from "effect"
import { metricsToken } from "../Config.ts"
import type { Secret } from "../domain/accounts/Credential.ts"
import { MetricsAreLocal, WrongMetricsToken } from "../domain/MetricsRefused.ts"
import { type StorageEffect, Unavailable } from "../domain/Unavailable.ts"
import { Secrets } from "../ports/Secrets.ts"
import { Transaction } from "../ports/Transaction.ts"
import { DiseaseFinder } from "./diseases/DiseaseFinder.ts"
import { PhenotypeEngine } from "./phenotypes/PhenotypeEngine.ts"

/**
 * The longest wait of the readiness check for the first reading of the disease index, which runs in the background
 * after a start.
 */
const indexTimeout = "1 second"

/** The readiness check of this instance. */
export class Readiness extends Context.Tag("services/Readiness")<
  Readiness,
  {
    /** Fails soon with `Unavailable` unless the storage can write, and names of diseases and signs have been read. */
    readonly check: StorageEffect<void>
  }
>() {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { ready } = yield* Transaction
      const { warm } = yield* DiseaseFinder
      const indexed = Effect.timeoutFail(warm, { duration: indexTimeout, onTimeout: () => new Unavailable() })
      const { ready: signsRead } = yield* PhenotypeEngine
      return { check: Effect.zipRight(ready, Effect.zipRight(indexed, signsRead)) }
    })
  )
}

export interface MetricsReader {
  /** The request came from this machine. */
  readonly isLocal: boolean
  readonly secret: Option.Option<Secret>
}

/** Decides who may read the metrics. */
export class MetricsAccess extends Context.Tag("services/MetricsAccess")<
  MetricsAccess,
  {
    /** Demands `METRICS_TOKEN` (`WrongMetricsToken`); without one, lets only this machine pass (`MetricsAreLocal`). */
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

/** Done when graceful shutdown begins (`transport/http/NodeServer.ts`): streams and other endless work end then. */
export class ShutdownSignal extends Context.Tag("services/ShutdownSignal")<ShutdownSignal, Deferred.Deferred<void>>() {
  static readonly layer = Layer.effect(ShutdownSignal, Deferred.make<void>())
}
