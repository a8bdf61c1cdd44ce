import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Logger } from "effect"
import * as Logging from "../../../src/adapters/node/Logging.ts"

/** The lines that a logger makes of an effect. */
const linesOf = (logger: Logger.Logger<unknown, string>, effect: Effect.Effect<void>) => {
  const lines: Array<string> = []
  return Effect.as(
    Effect.provide(
      effect,
      Logger.replace(
        Logger.defaultLogger,
        Logger.map(logger, (line) => void lines.push(line))
      )
    ),
    lines
  )
}

const entry = Effect.annotateLogs(Effect.logInfo("request"), { status: 200, path: "/api/posts" })

describe("Logging.json", () => {
  it.effect("omits empty annotations, spans and causes, and the id of the fiber", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf(Logging.json, Effect.zipRight(Effect.logInfo("ready"), entry))
      deepStrictEqual(
        lines.map((line) => JSON.parse(line)),
        [
          { timestamp: "1970-01-01T00:00:00.000Z", logLevel: "INFO", message: "ready" },
          {
            timestamp: "1970-01-01T00:00:00.000Z",
            logLevel: "INFO",
            message: "request",
            annotations: { status: 200, path: "/api/posts" }
          }
        ]
      )
    })
  )
})

describe("Logging.text", () => {
  it.effect("writes one line for people", () =>
    Effect.gen(function* () {
      const [line] = yield* linesOf(Logging.text, Effect.annotateLogs(Effect.logInfo("request"), { status: 200 }))
      strictEqual(line, "00:00:00 INFO  request status=200")
    })
  )
})
