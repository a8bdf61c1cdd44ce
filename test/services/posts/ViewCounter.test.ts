import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Context, Deferred, Effect, Exit, Fiber, Layer, Option, Ref, Scope, TestClock } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { DecisionId, PostId } from "../../../src/domain/Ids.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { type ViewCount, ViewCounter } from "../../../src/services/posts/ViewCounter.ts"
import { newPost, view } from "../../contracts/newRows.ts"

/** The effects that the database runs around each write of views. */
class Around extends Context.Tag("test/Around")<
  Around,
  {
    readonly before: Ref.Ref<Effect.Effect<void, Unavailable>>
    readonly after: Ref.Ref<Effect.Effect<void>>
    readonly writings: Array<number>
  }
>() {
  static readonly layer = Layer.effect(
    Around,
    Effect.all({
      before: Ref.make<Effect.Effect<void, Unavailable>>(Effect.void),
      after: Ref.make<Effect.Effect<void>>(Effect.void),
      writings: Effect.sync(() => [])
    })
  )
}

const repo = Layer.effect(
  PostsRepo,
  Effect.map(Effect.all([PostsRepo, Around]), ([posts, { after, before, writings }]) =>
    PostsRepo.of({
      ...posts,
      addViews: (added) =>
        Effect.flatten(Ref.get(before)).pipe(
          Effect.zipRight(posts.addViews(added)),
          Effect.zipLeft(Effect.sync(() => void writings.push(added.length))),
          Effect.zipLeft(Effect.flatten(Ref.get(after)))
        )
    })
  )
)

const around = Layer.provideMerge(repo, Layer.merge(Memory.layer, Around.layer))

/** One process over a community of its own. */
const instance = Effect.provide(ViewCounter.layer.pipe(Layer.provideMerge(around)))

const rowOf = (id: PostId) => Effect.flatMap(PostsRepo, (posts) => posts.document(id, Option.none()))

const storedOf = (id: PostId) => Effect.map(rowOf(id), ({ viewCount }) => viewCount)

/** Reads a post, which counts; `answering` runs between the row and the answer. */
const read = (id: PostId, answering: Effect.Effect<void> = Effect.void) =>
  Effect.flatMap(ViewCounter, (views) => views.count(id, Effect.zipLeft(rowOf(id), answering)))

const numberOf = (id: PostId, answering?: Effect.Effect<void>) =>
  Effect.map(read(id, answering), ({ value }) => value.viewCount)

const peek = (id: PostId) =>
  Effect.flatMap(ViewCounter, (views) => Effect.map(views.peek(id, rowOf(id)), ({ value }) => value.viewCount))

const holding = (id: PostId): Effect.Effect<ViewCount, unknown, PostsRepo | ViewCounter> =>
  Effect.flatMap(read(id), ({ hold }) => Effect.flatten(Effect.succeed(hold())))

const size = Effect.flatMap(ViewCounter, (views) => views.size)

const post = Effect.map(newPost(), ({ id }) => id)

describe("ViewCount.increment", () => {
  it.scoped("gives each number once, in order, and a peek takes none", () =>
    Effect.gen(function* () {
      const id = yield* post
      yield* view(id, 40)
      deepStrictEqual([yield* numberOf(id), yield* numberOf(id), yield* peek(id)], [41, 42, 42])
      yield* TestClock.adjust("1 second")
      deepStrictEqual([yield* peek(id), yield* numberOf(id), yield* storedOf(id)], [42, 43, 42])
    }).pipe(instance)
  )

  it.scoped("gives the right number whether the row was read before or after a concurrent write of views", () =>
    Effect.gen(function* () {
      const id = yield* post
      const { after, before } = yield* Around
      const [begin, wrote, end] = [
        yield* Deferred.make<void>(),
        yield* Deferred.make<void>(),
        yield* Deferred.make<void>()
      ]
      yield* Ref.set(before, Deferred.await(begin))
      yield* Ref.set(after, Effect.zipRight(Deferred.succeed(wrote, undefined), Deferred.await(end)))
      const [first, slow] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]

      const numbers = [yield* numberOf(id), yield* numberOf(id)]
      const overtaken = yield* Effect.fork(numberOf(id, Deferred.await(first))) // its row is older than the write
      yield* TestClock.adjust("400 millis") // begins a write of two views
      numbers.push(yield* numberOf(id))
      yield* Deferred.succeed(begin, undefined)
      yield* Deferred.await(wrote) // stored, but not yet answered
      strictEqual(yield* storedOf(id), 2)
      numbers.push(yield* numberOf(id))
      const overtaking = yield* Effect.fork(numberOf(id, Deferred.await(slow))) // its row includes the write
      yield* Effect.yieldNow()
      yield* Deferred.succeed(first, undefined)
      numbers.push(yield* Fiber.join(overtaken))
      yield* Deferred.succeed(end, undefined)
      yield* TestClock.adjust("1 millis")
      numbers.push(yield* numberOf(id))
      yield* Deferred.succeed(slow, undefined)
      numbers.push(yield* Fiber.join(overtaking), yield* numberOf(id))
      deepStrictEqual(numbers, Array.range(1, 8))
      yield* TestClock.adjust("1 second")
      strictEqual(yield* storedOf(id), 8)
    }).pipe(instance)
  )

  it.scoped("gives each number once to many concurrent readers while views are written", () =>
    Effect.gen(function* () {
      const ids = yield* Effect.replicateEffect(post, 3)
      const { after, before } = yield* Around
      yield* Ref.set(before, Effect.sleep("70 millis"))
      yield* Ref.set(after, Effect.sleep("90 millis"))
      const reads = ids.flatMap((id) =>
        Array.makeBy(60, (n) =>
          numberOf(id, Effect.sleep(`${(n * 37) % 300} millis`)).pipe(Effect.delay(`${(n * 53) % 4_000} millis`))
        )
      )
      const reading = yield* Effect.fork(Effect.all(reads, { concurrency: "unbounded" }))
      yield* TestClock.adjust("6 seconds")
      const numbers = yield* Fiber.join(reading)
      for (const [place, id] of ids.entries()) {
        deepStrictEqual(
          numbers.slice(place * 60, place * 60 + 60).sort((a, b) => a - b),
          Array.range(1, 60)
        )
        strictEqual(yield* storedOf(id), 60)
      }
    }).pipe(instance)
  )

  it.scoped("continues from the count of other instances after the next write or read", () =>
    Effect.gen(function* () {
      const id = yield* post
      const count = yield* holding(id)
      yield* view(id, 100)
      strictEqual(count.increment(), 2)
      yield* TestClock.adjust("1 second")
      strictEqual(count.now(), 102)
      yield* view(id, 100)
      deepStrictEqual([yield* peek(id), count.increment()], [202, 203])
    }).pipe(instance)
  )

  it.scoped("counts on after the views of a post were written while it was hidden", () =>
    Effect.gen(function* () {
      const [id, hidden] = [yield* post, yield* HiddenTextsRepo]
      const count = yield* holding(id)
      yield* hidden.hidePost(id, DecisionId.make(1))
      yield* TestClock.adjust("1 second")
      yield* hidden.restorePost(id)
      strictEqual(count.increment(), 2)
    }).pipe(instance)
  )

  it.scoped("never goes back to the count of a row that was read earlier and answered later", () =>
    Effect.gen(function* () {
      const id = yield* post
      const slow = yield* Effect.fork(numberOf(id, Effect.sleep("100 millis")))
      yield* Effect.yieldNow()
      yield* view(id, 10)
      strictEqual(yield* numberOf(id), 11)
      yield* TestClock.adjust("100 millis")
      strictEqual(yield* Fiber.join(slow), 12)
    }).pipe(instance)
  )
})

describe("ViewCounter", () => {
  it.scoped("writes the views of all posts together within half a second, and nothing without views", () =>
    Effect.gen(function* () {
      const { writings } = yield* Around
      const ids = yield* Effect.replicateEffect(post, 5)
      yield* Effect.forEach(ids, (id) => Effect.zipRight(read(id), read(id)))
      yield* TestClock.adjust("399 millis")
      deepStrictEqual([yield* Effect.forEach(ids, storedOf), writings], [[0, 0, 0, 0, 0], []])
      yield* TestClock.adjust("1 millis")
      deepStrictEqual([yield* Effect.forEach(ids, storedOf), writings], [[2, 2, 2, 2, 2], [5]])
      yield* TestClock.adjust("10 seconds")
      deepStrictEqual(writings, [5])
    }).pipe(instance)
  )

  for (const [name, trouble] of [
    ["is away", new Unavailable()],
    ["fails with a defect", Effect.die("no such table")]
  ] as const) {
    it.scoped(`loses no view when the database ${name} for a while`, () =>
      Effect.gen(function* () {
        const { before } = yield* Around
        const id = yield* post
        const count = yield* holding(id)
        yield* Ref.set(before, trouble)
        yield* TestClock.adjust("1 second")
        strictEqual(count.increment(), 2)
        yield* TestClock.adjust("1 minute")
        deepStrictEqual([count.increment(), yield* storedOf(id)], [3, 0])
        yield* Ref.set(before, Effect.void)
        yield* TestClock.adjust("1 second")
        deepStrictEqual([yield* storedOf(id), count.now(), count.increment()], [3, 3, 4])
      }).pipe(instance)
    )
  }

  it.scoped("writes all views when the process stops, also those that come while others are written", () =>
    Effect.gen(function* () {
      const { before } = yield* Around
      const id = yield* post
      const gate = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const process = yield* Layer.buildWithScope(ViewCounter.layer, scope)
      yield* Ref.set(before, Deferred.await(gate))
      yield* Effect.provide(read(id), process)
      yield* TestClock.adjust("400 millis")
      yield* Effect.provide(read(id), process)
      const stopping = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(stopping)
      strictEqual(yield* storedOf(id), 2)
    }).pipe(Effect.provide(around))
  )

  it.scoped("forgets the views of a removed post, and writes the others", () =>
    Effect.gen(function* () {
      const [gone, stays] = [yield* post, yield* post]
      const count = yield* holding(gone)
      yield* read(stays)
      yield* Effect.flatMap(PostsRepo, (posts) => posts.remove(gone))
      count.increment()
      yield* TestClock.adjust("1 second")
      strictEqual(yield* storedOf(stays), 1)
      count.release()
      strictEqual(yield* size, 0)
    }).pipe(instance)
  )
})

describe("ViewCount", () => {
  it.scoped("stays in memory while it is held or has unwritten views", () =>
    Effect.gen(function* () {
      const [one, other, unread] = [yield* post, yield* post, PostId.make(9_999)]
      const [{ hold }, count] = [yield* read(one), yield* holding(other)]
      yield* Effect.flip(read(unread))
      strictEqual(yield* size, 2)
      yield* TestClock.adjust("1 second")
      deepStrictEqual([yield* size, Option.isNone(hold()), count.now()], [1, true, 1])
      yield* peek(one)
      count.increment()
      count.release()
      strictEqual(yield* size, 1)
      yield* TestClock.adjust("1 second")
      deepStrictEqual([yield* size, yield* storedOf(other)], [0, 2])
    }).pipe(instance)
  )

  it.scoped("is shared by all who hold the count of a post", () =>
    Effect.gen(function* () {
      const id = yield* post
      const [one, other] = [yield* holding(id), yield* holding(id)]
      deepStrictEqual([one.increment(), other.increment(), one.now()], [3, 4, 4])
      one.release()
      yield* TestClock.adjust("1 second")
      strictEqual(other.increment(), 5)
    }).pipe(instance)
  )

  it.scoped("is released when its reader is interrupted", () =>
    Effect.gen(function* () {
      const id = yield* post
      const reading = yield* Effect.fork(read(id, Effect.never))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(reading)
      strictEqual(yield* size, 0)
    }).pipe(instance)
  )
})
