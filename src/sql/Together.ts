import { Effect, Runtime, type Scope } from "effect"

/** How many statements of one kind are under way at most, and how much is asked of one. */
const maxUnderWay = 2
const maxTogether = 64

interface Waiting<Asked, Answer, E> {
  readonly asked: Asked
  readonly resume: (answer: Effect.Effect<Answer, E>) => void
}

/**
 * Asks together what is asked at the same time: what came in one turn of the event loop, or while `maxUnderWay` others
 * are under way. A statement costs more by itself than by what it reads, so a busy server asks fewer of them, and an idle
 * one waits for nothing. Nothing joins a statement that has been sent: each answer is as new as its question.
 *
 * `all` answers each of what was asked, in order; when it fails, all of them fail so. It runs outside of whatever
 * transaction its callers are in.
 */
export const together = <Asked, Answer, E, R>(
  all: (asked: ReadonlyArray<Asked>) => Effect.Effect<ReadonlyArray<Effect.Effect<Answer, E>>, E, R>
): Effect.Effect<(asked: Asked) => Effect.Effect<Answer, E>, never, R | Scope.Scope> =>
  Effect.map(Effect.zip(Effect.runtime<R>(), Effect.scope), ([runtime, scope]) => {
    const runFork = Runtime.runFork(runtime)
    const waiting = new Set<Waiting<Asked, Answer, E>>()
    let underWay = 0
    let isScheduled = false

    const send = () => {
      isScheduled = false
      while (waiting.size > 0 && underWay < maxUnderWay) {
        const sent = Array.from(waiting).slice(0, maxTogether)
        for (const one of sent) waiting.delete(one)
        underWay += 1
        runFork(
          all(sent.map(({ asked }) => asked)).pipe(
            Effect.matchCause({
              onFailure: (cause) => sent.map(() => Effect.failCause(cause)),
              onSuccess: (answers) => answers
            }),
            Effect.flatMap((answers) =>
              Effect.sync(() => {
                for (const [place, { resume }] of sent.entries()) resume(answers[place] ?? unanswered)
                underWay -= 1
                schedule()
              })
            )
          ),
          { scope }
        )
      }
    }

    const schedule = () => {
      if (isScheduled || waiting.size === 0 || underWay >= maxUnderWay) return
      isScheduled = true
      setImmediate(send)
    }

    return (asked) =>
      Effect.async((resume) => {
        const one = { asked, resume }
        waiting.add(one)
        schedule()
        return Effect.sync(() => void waiting.delete(one))
      })
  })

const unanswered = Effect.dieMessage("a statement answered less than it was asked")
