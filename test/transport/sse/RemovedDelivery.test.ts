import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Ref } from "effect"
import { PostReader, readerOfMember } from "../../../src/domain/posts/Audience.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import {
  AfterReading,
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
