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

const request = Effect.annotateLogs(Effect.logInfo("request"), {
  zebra: 1,
  agent: "a status=500",
  address: "127.0.0.1",
  status: 200,
  path: "/",
  apple: 'a"b',
  method: "GET",
  id: "x"
})

describe("The loggers", () => {
  it.effect("write annotations of requests in one order, and others after them by the alphabet", () =>
    Effect.gen(function* () {
      const [line = ""] = yield* linesOf(Logging.json, request)
      deepStrictEqual(Object.keys(JSON.parse(line).annotations), [
        "id",
        "method",
        "path",
        "status",
        "address",
        "agent",
        "apple",
        "zebra"
      ])
    })
  )

  it.effect("quote a text that could look like another annotation", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* linesOf(Logging.text, request), [
        '00:00:00 INFO  request id=x method=GET path=/ status=200 address=127.0.0.1 agent="a status=500" apple="a\\"b" zebra=1'
      ])
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
