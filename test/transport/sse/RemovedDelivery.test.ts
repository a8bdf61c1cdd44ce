import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Ref } from "effect"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { AfterReading, names, open, Reading, scene, settled, signedIn, stalled, streams } from "./openStreams.ts"

describe("A delivery", () => {
  it.scoped("of notifications that are removed during its read is followed by resync", () =>
    Effect.gen(function* () {
      const { author, comment, remove } = yield* scene
      const sink = yield* open(signedIn(author))
      yield* settled
      const removed = Effect.provide(Effect.orDie(remove), yield* Effect.context<PostsRepo>())
      let isRemoved = false
      yield* Ref.set(
        yield* Reading,
        Effect.suspend(() => {
          if (isRemoved) return Effect.void
          isRemoved = true
          return removed
        })
      )
      yield* Ref.set(yield* AfterReading, true)
      yield* comment
      yield* settled
      deepStrictEqual(names(sink), ["connected", "notification", "resync"])
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
