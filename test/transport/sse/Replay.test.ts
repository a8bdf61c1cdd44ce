import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Fiber, Layer, Random, type Scope } from "effect"
import { community } from "../../support/Community.ts"
import { answer, type Member } from "../../support/Given.ts"
import { send } from "../../support/Members.ts"
import { open } from "../../support/Reader.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { eachOf } from "../../support/Wire.ts"
import { follow, idsOf, scene, until } from "./Given.ts"

/** The ids of a member's notifications, oldest first. */
const stored = ({ token }: Pick<Member, "token">) =>
  Effect.map(send("GET", "/api/notifications?limit=100", { as: token }), (page) =>
    eachOf(page).map(Number).toReversed()
  )

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: a notification stream`, (it) => {
    it.scoped("replays the notifications after the id of the header or the query, in order", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        yield* Effect.forEach(Array.range(1, 5), () => answer(bob, post.id))
        const ids = yield* stored(maria)
        for (const [index, id] of [0, ...ids].entries()) {
          const missed = ids.slice(index)
          const byHeader = yield* follow(maria, { lastEventId: String(id) })
          deepStrictEqual(idsOf(yield* byHeader.take(missed.length)), missed)
          const byQuery = yield* follow(maria, { query: { lastEventId: String(id) } })
          deepStrictEqual(idsOf(yield* byQuery.take(missed.length)), missed)
        }
      })
    )

    it.scoped("brings each notification once and in order, however often the client reconnects during writes", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const wanderer = Effect.gen(function* () {
          const seen: Array<number> = []
          let lastEventId: string | undefined
          while (seen.length < 60) {
            yield* Effect.scoped(
              Effect.gen(function* () {
                const stream = yield* open({ as: maria.token, lastEventId: lastEventId ?? "0" })
                const some = yield* Random.nextIntBetween(0, 12)
                for (let count = 0; count <= some && seen.length < 60; count++) {
                  seen.push(...idsOf([yield* stream.next]))
                  lastEventId = stream.lastEventId()
                }
              })
            )
          }
          return seen
        })
        const readers = yield* Effect.forkScoped(Effect.all(Array.replicate(wanderer, 4), { concurrency: 4 }))
        yield* Effect.forEach(Array.range(1, 60), () => answer(bob, post.id), { concurrency: 6 })
        const ids = yield* stored(maria)
        strictEqual(ids.length, 60)
        for (const seen of yield* Fiber.join(readers)) deepStrictEqual(seen, ids)
      })
    )
  })

  layer(Layer.empty, { excludeTestServices: true })(`${storage.name}: after a restart`, (it) => {
    it.scoped("a notification stream continues where the connection was lost", () =>
      Effect.gen(function* () {
        const scope = yield* Effect.scope
        const kept = Layer.succeedContext(yield* Layer.buildWithScope(storage.layer, scope))
        const running = <A, E>(
          use: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof community>> | Scope.Scope>
        ) => Effect.scoped(Effect.provide(use, community(kept)))
        const { maria, bob, post, lastEventId } = yield* running(
          Effect.gen(function* () {
            const given = yield* scene
            const stream = yield* follow(given.maria)
            yield* answer(given.bob, given.post.id)
            yield* stream.next
            return { ...given, lastEventId: stream.lastEventId() }
          })
        )
        const credentials = { maria: maria.token, bob: bob.token }
        yield* running(
          Effect.gen(function* () {
            const write = send("POST", `/api/posts/${post.id}/comments`, {
              as: credentials.bob,
              body: { content: "new" }
            })
            yield* write
            const stream = yield* follow({ token: credentials.maria }, { lastEventId })
            yield* write
            const ids = yield* stored({ token: credentials.maria })
            deepStrictEqual(yield* until(stream, ids.at(-1) ?? 0), ids.slice(1))
          })
        )
      })
    )
  })
}
