import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { unlimited } from "../support/Unlimited.ts"
import { databases } from "./Databases.ts"
import { disagreements, inventory, missing, sizeOf } from "./Inventory.ts"
import { start, type Variables } from "./Program.ts"
import { type Acknowledged, clientAs, countOf, newWriters, nothing, type Writer, writeUntilCut } from "./Writers.ts"

/** The number of kills; more of them find more (`DURABILITY_ROUNDS=10 npx vitest run Durability`). */
const wanted = process.env["DURABILITY_ROUNDS"]
const rounds = Number(wanted ?? 2)
const roundMillis = 60_000

/** The number of writes that a round waits for, so that each is cut at another place. */
const targetOf = (round: number) => 60 + ((round * 37) % 50)

/** Starts the program, checks its content, and kills it in the middle of the next writes. */
const round = (variables: Variables, writers: ReadonlyArray<Writer>, acknowledged: Acknowledged, number: number) =>
  Effect.gen(function* () {
    const program = yield* start(variables)
    yield* check(writers, acknowledged, program.url, number)
    const enough = yield* Deferred.make<void>()
    const writing = yield* Effect.fork(writeUntilCut(writers, program.url, acknowledged, targetOf(number), enough))
    yield* Effect.raceFirst(Deferred.await(enough), Fiber.join(writing))
    yield* program.kill("SIGKILL")
    expect(yield* program.ended).toEqual({ code: null, signal: "SIGKILL" })
    yield* Fiber.join(writing)
  }).pipe(Effect.scoped)

const check = (writers: ReadonlyArray<Writer>, acknowledged: Acknowledged, url: string, number: number) =>
  Effect.gen(function* () {
    const found = yield* inventory(writers, url)
    expect(missing(acknowledged, found)).toEqual([])
    expect(disagreements(found)).toEqual([])
    if (wanted !== undefined) {
      yield* Effect.logInfo(`after ${number} kills: ${countOf(acknowledged)} acknowledged, ${sizeOf(found)} found`)
    }
    return found
  })

for (const database of databases) {
  describe(`A SIGKILL in the middle of writes (${database.name})`, () => {
    it.scopedLive(
      "loses no acknowledged write, and leaves every count right",
      () =>
        Effect.gen(function* () {
          const variables = { ...unlimited, ...(yield* database.variables) }
          const writers = yield* Effect.scoped(Effect.flatMap(start(variables), ({ url }) => newWriters(4, url)))
          const acknowledged = nothing()
          for (let number = 0; number < rounds; number++) yield* round(variables, writers, acknowledged, number)
          const { url } = yield* start(variables)
          const found = yield* check(writers, acknowledged, url, rounds)
          expect(sizeOf(found)).toBeGreaterThanOrEqual(countOf(acknowledged))
          expect(countOf(acknowledged)).toBeGreaterThan(60 * rounds)
        }),
      (rounds + 2) * roundMillis
    )

    it.scopedLive(
      "loses no view older than a second",
      () =>
        Effect.gen(function* () {
          const variables = { ...unlimited, ...(yield* database.variables) }
          const program = yield* start(variables)
          const [writer] = yield* newWriters(1, program.url)
          if (writer === undefined) return yield* Effect.dieMessage("nobody writes")
          const { posts } = yield* clientAs(writer, program.url)
          const payload = { title: "Seen", content: "C", category: "topic", diseaseId: Option.none() } as const
          const { id } = yield* posts.create({ payload })
          yield* Effect.replicateEffect(posts.get({ path: { id } }), 20)
          yield* Effect.sleep("1 second")
          yield* program.kill("SIGKILL")
          yield* program.ended
          const again = yield* clientAs(writer, (yield* start(variables)).url)
          expect((yield* again.posts.get({ path: { id } })).viewCount).toBe(21)
        }),
      2 * roundMillis
    )
  })
}
