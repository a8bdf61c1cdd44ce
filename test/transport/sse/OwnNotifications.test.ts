import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, Ref } from "effect"
import { storedChange } from "../../../src/domain/Change.ts"
import { PostReader, readerOfMember } from "../../../src/domain/posts/Audience.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Changes } from "../../../src/services/Changes.ts"
import {
  AfterReading,
  ids,
  names,
  open,
  Reading,
  type Scene,
  scene,
  settled,
  signedIn,
  stalled,
  streams
} from "./openStreams.ts"

/** Counts the reads of notifications from now on. */
const countedReads = Effect.gen(function* () {
  const reads = yield* Ref.make(0)
  yield* Ref.set(
    yield* Reading,
    Ref.update(reads, (count) => count + 1)
  )
  return Ref.get(reads)
})

describe("A notification of this process", () => {
  it.scoped("is sent before its member is answered, without a read, to each stream of the recipient once", () =>
    Effect.gen(function* () {
      const { author, comments, ownComment } = yield* scene
      yield* comments(2)
      const sinks = [yield* open(signedIn(author)), yield* open(signedIn(author), "0")]
      yield* settled
      const reads = yield* countedReads
      const heldComment = Effect.suspend(() => {
        for (const sink of sinks) sink.cork() // as Node does at the first write
        return ownComment
      })
      yield* heldComment
      deepStrictEqual(sinks.map(ids), [[3], [1, 2, 3]])
      yield* heldComment
      deepStrictEqual(sinks.map(ids), [
        [3, 4],
        [1, 2, 3, 4]
      ])
      yield* settled
      deepStrictEqual([sinks.map(ids), yield* reads], [[[3, 4], Array.range(1, 4)], 0])
    }).pipe(streams)
  )

  it.scoped("waits for the one before it, of another instance, whose change has not arrived", () =>
    Effect.gen(function* () {
      const { add, author, ownComment } = yield* scene
      const changes = yield* Changes
      const sink = yield* open(signedIn(author))
      yield* settled
      const earlier = yield* add
      yield* ownComment
      deepStrictEqual(ids(sink), [])
      yield* settled
      deepStrictEqual(ids(sink), [1, 2])
      yield* changes.publish(earlier.changes)
      yield* ownComment
      yield* settled
      deepStrictEqual(ids(sink), [1, 2, 3])
    }).pipe(streams)
  )

  it.scoped("waits while earlier ones cannot be read", () =>
    Effect.gen(function* () {
      const { author, comment, ownComment } = yield* scene
      const sink = yield* open(signedIn(author))
      yield* settled
      const reading = yield* Reading
      yield* Ref.set(reading, new Unavailable())
      yield* comment
      yield* settled
      yield* ownComment
      yield* settled
      deepStrictEqual(ids(sink), [])
      yield* Ref.set(reading, Effect.void)
      yield* ownComment
      yield* settled
      deepStrictEqual(ids(sink), [1, 2, 3])
    }).pipe(streams)
  )

  it.scoped("is sent once, with the resync for those that were removed before it", () =>
    Effect.gen(function* () {
      const { author, comment, ownComment } = yield* scene
      const changes = yield* Changes
      yield* comment
      const sink = yield* open(signedIn(author))
      yield* settled
      yield* changes.append([storedChange("notifications_removed", 1, author)])
      yield* ownComment
      yield* settled
      deepStrictEqual([ids(sink), names(sink)], [[2], ["connected", "notification", "resync"]])
    }).pipe(streams)
  )

  it.scoped("comes in order to a client that did not read for a while", () =>
    Effect.gen(function* () {
      const { author, comments, ownComment } = yield* scene
      yield* comments(150)
      const [slow, quick] = [yield* open(signedIn(author), "0", stalled()), yield* open(signedIn(author))]
      yield* settled
      yield* Effect.repeatN(ownComment, 4)
      deepStrictEqual([ids(slow), ids(quick)], [[], Array.range(151, 155)])
      slow.drain()
      yield* ownComment
      yield* settled
      yield* ownComment
      deepStrictEqual([ids(slow), ids(quick)], [Array.range(1, 157), Array.range(151, 157)])
    }).pipe(streams)
  )
})

describe("A delivery", () => {
  /** Comments, with something that happens once while the notification is read. Gives what a stream of the author gets. */
  const meanwhile = ({ author, comment }: Scene, what: Scene["remove"]) =>
    Effect.gen(function* () {
      const sink = yield* open(signedIn(author))
      yield* settled
      const happens = Effect.provide(Effect.orDie(what), yield* Effect.context<PostsRepo>())
      const reading = yield* Reading
      yield* Ref.set(reading, Effect.zipRight(Ref.set(reading, Effect.void), happens))
      yield* Ref.set(yield* AfterReading, true)
      yield* comment
      yield* settled
      return names(sink)
    })

  it.scoped("of notifications that are removed during its read leaves them out, and sends resync", () =>
    Effect.gen(function* () {
      const given = yield* scene
      deepStrictEqual(yield* meanwhile(given, given.remove), ["connected", "resync"])
    }).pipe(streams)
  )

  it.scoped("of notifications whose post is narrowed during its read sends resync only to who may not read it", () =>
    Effect.gen(function* () {
      const given = yield* scene
      deepStrictEqual(yield* meanwhile(given, given.narrow), ["connected", "resync"])
      const other = yield* scene
      const toMember = Effect.provideService(meanwhile(other, other.narrow), PostReader, readerOfMember(other.author))
      deepStrictEqual(yield* toMember, ["connected", "notification", "resync"])
    }).pipe(streams)
  )

  it.scoped("sends resync for removed notifications to a slow client once it reads", () =>
    Effect.gen(function* () {
      const { author, comments, remove } = yield* scene
      yield* comments(150)
      const sink = yield* open(signedIn(author), "0", stalled())
      yield* settled
      yield* remove
      yield* settled
      sink.drain()
      yield* settled
      deepStrictEqual(names(sink).at(-1), "resync")
    }).pipe(streams)
  )
})
