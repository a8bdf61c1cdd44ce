import { Effect, Layer, Logger } from "effect"
import { logLevel } from "../Config.ts"

/** How long lines wait for others, so that one write carries many. A kill loses these at most. */
const window = "100 millis"

const write = (lines: ReadonlyArray<string>) => Effect.sync(() => void process.stdout.write(`${lines.join("\n")}\n`))

/**
 * One JSON line for each entry of the log, on standard output. What is written while the server stops is written out
 * before the process ends.
 */
export const layer = Layer.unwrapEffect(
  Effect.map(logLevel, (level) =>
    Layer.merge(
      Logger.replaceScoped(Logger.defaultLogger, Logger.batched(Logger.jsonLogger, window, write)),
      Logger.minimumLogLevel(level)
    )
  )
)
