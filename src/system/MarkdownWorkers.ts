import { Effect, Layer, Option, RcMap } from "effect"
import { CurrentUser } from "../domain/CurrentUser.ts"
import type { UserId } from "../domain/Ids.ts"
import { Unavailable } from "../domain/Unavailable.ts"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"
import { filterTitle } from "../markdown/filterTitle.ts"
import { Markdown } from "../services/Markdown.ts"
import { markdownThreads } from "./MarkdownThreads.ts"

/** How long somebody waits for a long text, the wait for those before it included. */
const patience = "25 seconds"

/** A text of at most so many characters is filtered at once, on the event loop: some milliseconds for prose. */
const maxInlineCharacters = 2_500

/** But what costs is markup: so many signs and line ends of ASCII take it for up to twenty milliseconds. */
const maxInlineMarks = 500

/** Beyond either a text may cost much, whatever it is: one such text is filtered at a time, beside all others. */
const maxShortCharacters = 5_000
const maxShortMarks = 1_500

/** What a mark costs more than a letter, about. */
const letterPerMark = 20

const isMark = Array.from({ length: 128 }, (_, code) => !/[a-z\d ]/i.test(String.fromCharCode(code)))

const marksIn = (source: string): number => {
  let marks = 0
  for (let at = 0; at < source.length; at++) if (isMark[source.charCodeAt(at)]) marks++
  return marks
}

const make = Effect.gen(function* () {
  const threads = yield* markdownThreads()
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

  const inThread = (source: string, marks: number) =>
    threads
      .filter(
        source,
        source.length + letterPerMark * marks,
        source.length > maxShortCharacters || marks > maxShortMarks
      )
      .pipe(inTurn, Effect.timeoutFail({ duration: patience, onTimeout: () => new Unavailable() }))

  return Markdown.of({
    filter: (source) =>
      Effect.suspend(() => {
        const marks = marksIn(source)
        return source.length <= maxInlineCharacters && marks <= maxInlineMarks
          ? filterMarkdown(source)
          : inThread(source, marks)
      }),
    filterTitle
  })
})

/** The filter: short texts at once, longer ones in up to two threads, so that none stops the event loop. */
export const layer = Layer.scoped(Markdown, make)
