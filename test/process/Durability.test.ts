import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { unlimited } from "../support/Unlimited.ts"
import { until } from "../support/Waiting.ts"
import { databases } from "./Databases.ts"
import { disagreements, inventory, missing, sizeOf } from "./Inventory.ts"
import { start, type Variables } from "./Program.ts"
import { type Acknowledged, clientAs, countOf, newWriters, nothing, type Writer, writeUntilCut } from "./Writers.ts"

/** The number of kills; more of them find more (`DURABILITY_ROUNDS=10 npx vitest run Durability`). */
const wanted = process.env["DURABILITY_ROUNDS"]
const rounds = Number(wanted ?? 1)
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

/** A post that was read 20 times, once the list of posts shows it: from then on the views are in the database. */
const viewedPost = (reader: Writer, url: string) =>
  Effect.gen(function* () {
    const { posts } = yield* clientAs(reader, url)
    const payload = { title: "Seen", content: "C", category: "topic" } as const
    const { id } = yield* posts.create({ payload })
    yield* Effect.replicateEffect(posts.get({ path: { id } }), 20)
    const listed = posts.list({ urlParams: { limit: 1 } })
    yield* until(Effect.map(listed, ({ data }) => data.some((post) => post.id === id && post.viewCount === 20)))
    return id
  })

for (const database of databases) {
  describe(`A SIGKILL in the middle of writes (${database.name})`, () => {
    it.scopedLive(
      "loses no acknowledged write and no view that a list has shown, and leaves every count right",
      () =>
        Effect.gen(function* () {
          const variables = { ...unlimited, ...(yield* database.variables) }
          const [writers, viewed] = yield* Effect.scoped(
            Effect.gen(function* () {
              const { kill, url } = yield* start(variables)
              const [first, ...others] = yield* newWriters(4, url)
              if (first === undefined) return yield* Effect.dieMessage("nobody writes")
              const id = yield* viewedPost(first, url)
              yield* kill("SIGKILL")
              return [[first, ...others], id] as const
            })
          )
          const acknowledged = nothing()
          for (let number = 0; number < rounds; number++) yield* round(variables, writers, acknowledged, number)
          const { url } = yield* start(variables)
          const found = yield* check(writers, acknowledged, url, rounds)
          expect(sizeOf(found)).toBeGreaterThanOrEqual(countOf(acknowledged))
          expect(countOf(acknowledged)).toBeGreaterThanOrEqual(60 * rounds)
          expect(found.posts.find(({ id }) => id === viewed)?.viewCount).toBe(20)
        }),
      (rounds + 2) * roundMillis
    )
  })
}
