import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { Worker as Thread } from "node:worker_threads"
import * as Worker from "@effect/platform/Worker"
import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Effect, Layer, Scope } from "effect"
import { FilterRequest } from "../markdown/FilterRequest.ts"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"
import { filterTitle } from "../markdown/filterTitle.ts"
import { Markdown } from "../services/Markdown.ts"

/** A thread that runs TypeScript as this one does; too greedy a text ends the thread, and not the community. */
const spawn = () =>
  new Thread(new URL("./MarkdownWorker.ts", import.meta.url), {
    execArgv: ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href],
    resourceLimits: { maxOldGenerationSizeMb: 512 }
  })

/** Starts with the first text that needs it, and ends after a while without one. */
const threads = { minSize: 0, maxSize: 2, timeToLive: "5 minutes" } as const

/** The most characters that are filtered at once, on the event loop: so short that no text takes it for long. */
const maxInlineCharacters = 1_500

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const pool = yield* Effect.cached(
    Worker.makePoolSerialized<FilterRequest>(threads).pipe(Effect.provide(NodeWorker.layer(spawn)), Scope.extend(scope))
  )
  // A thread that ends while it filters is replaced, and the text sent once more; it is not the text's fault for sure.
  const inThread = (source: string) =>
    Effect.flatMap(pool, ({ executeEffect }) => executeEffect(new FilterRequest({ source }))).pipe(
      Effect.retry({ times: 1, while: ({ _tag }) => _tag === "WorkerError" }),
      Effect.catchTags({ WorkerError: Effect.die, ParseError: Effect.die })
    )
  return Markdown.of({
    filter: (source) =>
      source.length <= maxInlineCharacters ? Effect.suspend(() => filterMarkdown(source)) : inThread(source),
    filterTitle
  })
})

/** The filter: short texts at once, longer ones in up to two worker threads, so that none stops the event loop. */
export const layer = Layer.scoped(Markdown, make)
