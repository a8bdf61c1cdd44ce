import { Effect, Layer, Option, RcMap } from "effect"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserId } from "../../domain/Ids.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { filterMarkdown } from "../../markdown/FilterMarkdown.ts"
import { filterTitle } from "../../markdown/FilterTitle.ts"
import { MarkdownFilter } from "../../ports/MarkdownFilter.ts"
import { markdownWorkerPool } from "./MarkdownWorkerPool.ts"

/** The longest wait for a long text, its time in the queue included. */
const timeout = "25 seconds"

/** A text within both limits is filtered on the event loop: prose takes some milliseconds, nothing but markup up to 20. */
const maxInlineCharacters = 2_500
const maxInlineMarks = 500

/** A text beyond either limit may be costly with any content. */
const maxCheapCharacters = 5_000
const maxCheapMarks = 1_500

/** The marks of a text are its signs and line ends of ASCII. */
const isMark = Array.from({ length: 128 }, (_, code) => !/[a-z\d ]/i.test(String.fromCharCode(code)))

const countMarks = (source: string): number => {
  let marks = 0
  for (let at = 0; at < source.length; at++) if (isMark[source.charCodeAt(at)]) marks++
  return marks
}

const make = Effect.gen(function* () {
  const pool = yield* markdownWorkerPool()
  const semaphores = yield* RcMap.make({ lookup: (_: UserId | "nobody") => Effect.makeSemaphore(1) })
  /** Runs one long text of each member at a time, so that the many texts of one do not delay the others. */
  const onePerUser = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const user = yield* Effect.serviceOption(CurrentUser)
      const id = Option.match(user, { onNone: () => "nobody" as const, onSome: ({ id }) => id })
      const semaphore = yield* RcMap.get(semaphores, id)
      return yield* semaphore.withPermits(1)(effect)
    }).pipe(Effect.scoped)

  const inThread = (source: string, marks: number) => {
    const isCostly = source.length > maxCheapCharacters || marks > maxCheapMarks
    return pool
      .filter(source, isCostly)
      .pipe(onePerUser, Effect.timeoutFail({ duration: timeout, onTimeout: () => new Unavailable() }))
  }

  return MarkdownFilter.of({
    filter: (source) =>
      Effect.suspend(() => {
        const marks = countMarks(source)
        return source.length <= maxInlineCharacters && marks <= maxInlineMarks
          ? filterMarkdown(source)
          : inThread(source, marks)
      }),
    filterTitle
  })
})

/** Filters short texts at once and long ones in worker threads, so that none blocks the event loop. */
export const layer = Layer.scoped(MarkdownFilter, make)
