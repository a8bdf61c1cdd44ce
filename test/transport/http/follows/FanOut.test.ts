import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt } from "../../../support/Wire.ts"
import { follow as openStream } from "../../sse/Given.ts"

const follow = ({ token }: Member, path: string) => send("PUT", `/api/${path}/follow`, { as: token })

const inboxOf = ({ token }: Member) => send("GET", "/api/notifications?limit=100", { as: token })

/** Reads the inbox until it holds this many notifications. */
const inboxWith = (member: Member, count: number) =>
  Effect.repeat(Effect.delay(inboxOf(member), "10 millis"), {
    until: ({ body }) => at(body, "pagination", "total") === count
  }).pipe(Effect.timeout("1 minute"))

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: notifications of what is followed`,
    (it) => {
      it.effect("arrive in the list, the unread count and the stream, once for each post and comment", () =>
        Effect.gen(function* () {
          const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
          const disease = yield* diseaseNamed(admin, "Marfan syndrome")
          yield* follow(maria, `diseases/${disease.id}`)
          yield* follow(maria, `users/${bob.user.id}`)
          const [stream, bobs] = [yield* openStream(maria), yield* openStream(bob)]
          deepStrictEqual(at((yield* inboxOf(maria)).body, "unreadCount"), 0)
          const post = yield* publish(bob, { diseaseId: disease.id })
          yield* follow(maria, `posts/${post.id}`)
          const first = yield* stream.next
          deepStrictEqual(
            [first.event, at(first.data, "type"), at(first.data, "post", "id"), at(first.data, "actor", "id")],
            ["notification", "new_post", post.id, bob.user.id]
          )
          const comment = yield* answer(bob, post.id)
          const second = yield* stream.next
          deepStrictEqual([at(second.data, "type"), at(second.data, "comment", "id")], ["reply", comment.id])
          assertTrue(String(at(second.data, "message")).endsWith("which you follow"))
          const inbox = yield* inboxWith(maria, 2)
          deepStrictEqual([eachOf(inbox, "type"), at(inbox.body, "unreadCount")], [["reply", "new_post"], 2])
          yield* answer(admin, post.id)
          strictEqual(at((yield* bobs.next).data, "type"), "comment")
          deepStrictEqual(eachOf(yield* inboxWith(maria, 3), "type"), ["reply", "reply", "new_post"])
          deepStrictEqual(eachOf(yield* inboxOf(bob), "type"), ["comment"])
          yield* bob.client.posts.remove({ path: { id: post.id } })
          deepStrictEqual(eachOf(yield* inboxOf(maria)), [])
        }).pipe(Effect.scoped)
      )

      it.effect("reach every one of many members once, while others publish", () =>
        Effect.gen(function* () {
          const [author, ...members] = yield* Effect.all(Array.replicate(join(), 9), { concurrency: 3 })
          if (author === undefined) return yield* Effect.dieMessage("nobody")
          for (const member of members) yield* follow(member, `users/${author.user.id}`)
          const posts = yield* Effect.all(Array.replicate(publish(author), 12), { concurrency: 4 })
          const ids = posts.map(({ id }) => id).toSorted((one, other) => one - other)
          for (const member of members) {
            const { body } = yield* inboxWith(member, ids.length)
            const about = listAt(body, "data").map((item) => Number(at(item, "post", "id")))
            deepStrictEqual(
              about.toSorted((one, other) => one - other),
              ids
            )
          }
        })
      )
    }
  )
}
