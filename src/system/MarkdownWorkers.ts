import * as Worker from "@effect/platform/Worker"
import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Effect, Fiber, Layer, Option, RcMap, Scope } from "effect"
import { CurrentUser } from "../domain/CurrentUser.ts"
import type { UserId } from "../domain/Ids.ts"
import { type Filtered, NestedTooDeep } from "../domain/Markdown.ts"
import { Unavailable } from "../domain/Unavailable.ts"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"
import { filterTitle } from "../markdown/filterTitle.ts"
import { Markdown } from "../services/Markdown.ts"
import { typeScriptThread } from "./TypeScriptThread.ts"

const spawn = () => typeScriptThread(new URL("./MarkdownWorker.ts", import.meta.url), { maxOldGenerationSizeMb: 512 })

/** None runs before the first text that needs one, nor long after the last. What they cannot take yet waits in order. */
const threads = { minSize: 0, maxSize: 2, timeToLive: "30 minutes" } as const

/** How long somebody waits for a long text, the wait for those before it included. */
const patience = "25 seconds"

/** A text of at most so many characters is filtered at once, on the event loop: some milliseconds for prose. */
const maxInlineCharacters = 2_500

/** But what costs is markup: so many signs and line ends of ASCII take it for up to twenty milliseconds. */
const maxInlineMarks = 500

const isMark = Array.from({ length: 128 }, (_, code) => !/[a-z\d ]/i.test(String.fromCharCode(code)))

const isCheap = (source: string): boolean => {
  if (source.length > maxInlineCharacters) return false
  let marks = 0
  for (let at = 0; at < source.length; at++) if (isMark[source.charCodeAt(at)]) marks++
  return marks <= maxInlineMarks
}

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  // Started once and by nobody's request, so that a caller who goes away takes nothing from the next.
  const starting = yield* Effect.cached(
    Worker.makePool<string, Filtered | null, never>(threads).pipe(
      Effect.provide(NodeWorker.layer(spawn)),
      Scope.extend(scope),
      Effect.forkIn(scope)
    )
  )
  // One long text of each member at a time, so that nobody's many texts keep everybody else's waiting.
  const turns = yield* RcMap.make({ lookup: (_: UserId | "nobody") => Effect.makeSemaphore(1) })
  const inTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.serviceOption(CurrentUser), (user) =>
      Effect.scoped(
        Effect.flatMap(
          RcMap.get(turns, Option.match(user, { onNone: () => "nobody" as const, onSome: ({ id }) => id })),
          (turn) => turn.withPermits(1)(effect)
        )
      )
    )

  // A thread that ends while it filters is replaced, and the text sent once more: it need not be the text's fault.
  const inThread = (source: string) =>
    Effect.flatMap(starting, Fiber.join).pipe(
      Effect.flatMap(({ executeEffect }) => executeEffect(source)),
      Effect.retry({ times: 1 }),
      Effect.orDie,
      inTurn,
      Effect.timeoutFail({ duration: patience, onTimeout: () => new Unavailable() }),
      Effect.flatMap((filtered) => (filtered === null ? new NestedTooDeep() : Effect.succeed(filtered)))
    )
  return Markdown.of({
    filter: (source) => (isCheap(source) ? Effect.suspend(() => filterMarkdown(source)) : inThread(source)),
    filterTitle
  })
})

/** The filter: short texts at once, longer ones in up to two threads, so that none stops the event loop. */
export const layer = Layer.scoped(Markdown, make)
