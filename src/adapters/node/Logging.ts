import { Effect, Inspectable, Layer, Logger, Record } from "effect"
import { logLevel } from "../../Config.ts"
import { jsonInOneLine } from "../../domain/OneLine.ts"

/** One write to the log carries the lines of this time. A kill loses them at most. */
const window = "100 millis"

/** The annotations of requests, in the order of their lines; others follow in the order of the alphabet. */
const fields = ["id", "method", "path", "status", "ms", "bytes", "user", "address", "proxyId", "trace", "agent"]

const ranks = new Map(fields.map((name, rank) => [name, rank]))

const rankOf = (name: string) => ranks.get(name) ?? fields.length

/** Effect keeps annotations in the order of their hashes. */
const inOrder = (annotations: Readonly<Record<string, unknown>>) =>
  Object.entries(annotations).sort(([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))

/** One JSON document for each entry, for programs, without empty members. */
export const json = Logger.map(Logger.structuredLogger, ({ annotations, cause, logLevel, message, spans, timestamp }) =>
  jsonInOneLine(
    Inspectable.stringifyCircular({
      timestamp,
      logLevel,
      message,
      ...(cause === undefined ? {} : { cause }),
      ...(Record.isEmptyRecord(annotations) ? {} : { annotations: Object.fromEntries(inOrder(annotations)) }),
      ...(Record.isEmptyRecord(spans) ? {} : { spans })
    })
  )
)

const shown = (value: unknown): string => (typeof value === "string" ? value : Inspectable.stringifyCircular(value))

/** A value with spaces in quotes, so that it cannot look like another annotation. */
const quoted = (value: string) => (/[\s"\u0085]/.test(value) ? jsonInOneLine(JSON.stringify(value)) : value)

/** One line of text for each entry, for people. */
export const text = Logger.map(Logger.structuredLogger, ({ annotations, cause, logLevel, message, timestamp }) =>
  [
    timestamp.slice(11, 19),
    logLevel.padEnd(5),
    ...(Array.isArray(message) ? message.map(shown) : [shown(message)]),
    ...inOrder(annotations).map(([name, value]) => `${name}=${quoted(shown(value))}`),
    ...(cause === undefined ? [] : [`\n${cause}`])
  ].join(" ")
)

/**
 * Logs to standard output, as text on a terminal and as JSON elsewhere. The last lines are flushed before the process
 * ends. On a terminal `before` comes before the lines, to remove a bar of progress.
 */
export const layer = (before: string) =>
  Layer.unwrapEffect(
    Effect.map(logLevel, (level) => {
      const { isTTY } = process.stdout
      const write = (lines: ReadonlyArray<string>) =>
        Effect.sync(() => void process.stdout.write(`${isTTY ? before : ""}${lines.join("\n")}\n`))
      return Layer.merge(
        Logger.replaceScoped(Logger.defaultLogger, Logger.batched(isTTY ? text : json, window, write)),
        Logger.minimumLogLevel(level)
      )
    })
  )
