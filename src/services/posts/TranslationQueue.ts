import { Clock, Data, Duration, Effect } from "effect"
import { makeKeyedSemaphore } from "../../concurrency/KeyedSemaphore.ts"
import { makeSingleFlight } from "../../concurrency/SingleFlight.ts"
import { maxTranslationSeconds, type Translation, TranslationFailed } from "../../domain/posts/Translation.ts"

/** The maximum number of texts that the translation engine is given at once; others wait, within their time. */
const maxAtOnce = 4

/** The maximum number of texts of one member that the translation engine is given at once. */
const maxOfMember = 2

const maxMillis = Duration.toMillis(`${maxTranslationSeconds} seconds`)

/** Nobody has this text translated at the moment. */
class Idle extends Data.TaggedError("Idle") {}

/**
 * Runs the translation of a text, `key`, for a member: one at a time, however many ask for it, and at most `maxAtOnce`
 * of all texts. Each member has at most `maxOfMember` texts in the queue for these places, so that those of different
 * members come in turns. `admission` is asked of whoever does not join a running translation. Fails with
 * `TranslationFailed` after `maxTranslationSeconds`.
 */
export const makeTranslationQueue = <E>() =>
  Effect.gen(function* () {
    type Failure = E | TranslationFailed
    const places = yield* Effect.makeSemaphore(maxAtOnce)
    const fewOfMember = makeKeyedSemaphore(maxOfMember)
    /** The texts that each member has asked for, and those that have left the queues of their members. */
    const asked = yield* makeSingleFlight<Translation, Failure>()
    const running = yield* makeSingleFlight<Translation, Failure>()

    const within = (millis: number) =>
      Effect.timeoutFail({ duration: Duration.millis(millis), onTimeout: () => new TranslationFailed() })

    return <E2>(
      member: string,
      key: string,
      admission: Effect.Effect<void, E2>,
      translate: Effect.Effect<Translation, Failure>
    ) => {
      const inTurn = Effect.flatMap(Clock.currentTimeMillis, (begun) => {
        const inTime = Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const left = begun + maxMillis - now
          if (left <= 0) return new TranslationFailed()
          return running(key, Effect.void, within(left)(places.withPermits(1)(translate)))
        })
        return fewOfMember(member)(inTime)
      })
      const joined = running(key, new Idle(), translate)
      const queued = asked(`${member} ${key}`, admission, inTurn)
      return Effect.catchIf(
        joined,
        (error) => error instanceof Idle,
        () => within(maxMillis)(queued)
      )
    }
  })
