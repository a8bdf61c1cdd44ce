import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { send } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { at } from "../../support/Wire.ts"
import { follow, scene } from "./Given.ts"

const resync = { event: "resync", data: {} }

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: Posts.remove`, (it) => {
    it.scoped(
      "sends resync to each open stream of the author whose notifications it deletes, and to no other member",
      () =>
        Effect.gen(function* () {
          const { bob, maria, post } = yield* scene
          const bobs = yield* publish(bob)
          yield* answer(bob, post.id)
          yield* bob.client.likes.toggle({ path: { id: post.id } })
          const marias = [yield* follow(maria), yield* follow(maria)]
          const other = yield* follow(bob)
          yield* maria.client.posts.remove({ path: { id: post.id } })
          for (const { next } of marias) deepStrictEqual(yield* next, resync)
          yield* answer(maria, bobs.id)
          strictEqual((yield* other.next).event, "notification")
          deepStrictEqual(yield* Effect.forEach(marias, ({ rest }) => rest), [[], []])
        })
    )

    it.scoped("sends no resync to an author who had no notification about the post", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const quiet = yield* publish(maria)
        yield* answer(bob, post.id)
        const stream = yield* follow(maria)
        yield* maria.client.posts.remove({ path: { id: quiet.id } })
        yield* answer(bob, post.id)
        strictEqual((yield* stream.next).event, "notification")
      })
    )

    it.scoped("sends resync for a deleted comment too, if it had a notification", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const [own, bobs] = [yield* answer(maria, post.id), yield* answer(bob, post.id)]
        const [stream, other] = [yield* follow(maria), yield* follow(bob)]
        yield* maria.client.comments.remove({ path: { id: own.id } })
        yield* bob.client.comments.remove({ path: { id: bobs.id } })
        deepStrictEqual(yield* stream.next, resync)
        yield* answer(bob, post.id)
        strictEqual((yield* stream.next).event, "notification")
        deepStrictEqual([yield* stream.rest, yield* other.rest], [[], []])
        strictEqual(at((yield* send("GET", "/api/notifications", { as: maria.token })).body, "unreadCount"), 1)
      })
    )

    it.scoped("leaves Last-Event-ID where it was: a client that saw resync comes back to what follows", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const kept = yield* publish(maria)
        yield* answer(bob, post.id)
        const stream = yield* follow(maria)
        const first = yield* Effect.zipRight(answer(bob, kept.id), stream.next)
        yield* maria.client.posts.remove({ path: { id: post.id } })
        deepStrictEqual(yield* stream.next, resync)
        const lastEventId = stream.lastEventId()
        strictEqual(lastEventId, String(at(first.data, "id")))
        const { id } = yield* answer(bob, kept.id)
        const again = yield* follow(maria, { lastEventId })
        strictEqual(at((yield* again.next).data, "comment", "id"), id)
        deepStrictEqual(yield* again.rest, [])
      })
    )
  })
}
