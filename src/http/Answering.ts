import { HttpServerResponse } from "@effect/platform"
import { Clock, Context, Effect, FiberRef, Layer, LogLevel } from "effect"
import { corsOrigins } from "../Config.ts"
import { corsHeaders } from "./Cors.ts"
import { tagged } from "./EntityTag.ts"
import { leaving } from "./Headers.ts"
import type { Learnt } from "./RequestRecord.ts"

/** What of a request its answer's headers and its line in the log depend on. */
export interface Asked {
  readonly method: string
  readonly pathname: string
  readonly origin: string | undefined
  readonly ifNoneMatch: string | undefined
  /** When it came, in milliseconds. */
  readonly startedAt: number
}

const make = Effect.gen(function* () {
  const origins = yield* corsOrigins
  const isLogged = LogLevel.lessThanEqual(yield* FiberRef.get(FiberRef.currentMinimumLogLevel), LogLevel.Info)

  const headers = (asked: Asked, record: Learnt, own: Readonly<Record<string, string>>) => {
    const cors = corsHeaders(origins, asked.origin)
    const vary = [own["vary"], cors["vary"]].filter((names) => names !== undefined).join(", ")
    return leaving({ ...own, ...cors, ...(vary === "" ? {} : { vary }) }, asked.pathname, record)
  }

  const finish = (asked: Asked, record: Learnt, response: HttpServerResponse.HttpServerResponse) => {
    const answer = tagged(asked, response)
    return HttpServerResponse.setHeaders(answer, headers(asked, record, answer.headers))
  }

  const log = ({ method, pathname, startedAt }: Asked, { id, userId }: Learnt, status: number) =>
    isLogged
      ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.annotateLogs(Effect.logInfo("request"), {
            id,
            method,
            path: pathname,
            status,
            ms: now - startedAt,
            ...(userId === undefined ? {} : { user: userId })
          })
        )
      : Effect.void

  return { finish, headers, log, isLogged }
})

/** How every answer leaves, whichever pipeline made it: its headers, its tag, its line in the log. */
export class Answering extends Context.Tag("http/Answering")<
  Answering,
  {
    /** The headers of an answer: its own, then those of every answer. */
    readonly headers: (
      asked: Asked,
      record: Learnt,
      own: Readonly<Record<string, string>>
    ) => Readonly<Record<string, string>>

    /** The answer with all of its headers; 304 without a body where the client has it already. */
    readonly finish: (
      asked: Asked,
      record: Learnt,
      response: HttpServerResponse.HttpServerResponse
    ) => HttpServerResponse.HttpServerResponse

    /** Writes the line of a request. It names neither query nor credential. */
    readonly log: (asked: Asked, record: Learnt, status: number) => Effect.Effect<void>

    /** Whether such lines are written at all. */
    readonly isLogged: boolean
  }
>() {
  /** By the configuration, and the log's level when it is built. */
  static readonly layer = Layer.effect(Answering, make)
}
