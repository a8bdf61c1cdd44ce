import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { CommentId, PostId } from "../../../../src/domain/Ids.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { restore } from "../../../support/moderation/Hiding.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt } from "../../../support/Wire.ts"

const site = "https://rare.example"

/** What a member was notified of, newest first. */
const told = ({ token }: Member) =>
  Effect.map(send("GET", "/api/notifications", { as: token }), ({ body }) =>
    listAt(body, "data").map((one) => [at(one, "type"), at(one, "comment", "id") ?? null])
  )

const linkTo = ({ user: { id } }: Member, before = "") => `[@somebody](${before}/members/${id})`

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { PUBLIC_URL: site }), { excludeTestServices: true })(
    `${storage.name}: A link to a member`,
    (it) => {
      it.effect("notifies the member of a comment once, repeated, changed or linked in two ways", () =>
        Effect.gen(function* () {
          const [maria, bob, eve] = [yield* join(), yield* join(), yield* join()]
          const post = yield* publish(maria)
          const content = `Ask ${linkTo(bob)}, ${linkTo(bob, site)}, ${linkTo(eve, "https://other.example")}, not \`${linkTo(eve)}\``
          const body = { content }
          const headers = { "Idempotency-Key": "a mention" }
          const path = `/api/posts/${post.id}/comments`
          const [first, again] = [
            yield* send("POST", path, { as: maria.token, body, headers }),
            yield* send("POST", path, { as: maria.token, body, headers })
          ]
          const id = at(first.body, "id")
          deepStrictEqual([first.status, at(again.body, "id")], [201, id])
          deepStrictEqual([yield* told(bob), yield* told(eve), yield* told(maria)], [[["mention", id]], [], []])
          const change = (text: string, key: string) =>
            send("PATCH", `/api/comments/${id}`, {
              as: maria.token,
              body: { content: text },
              headers: { "Idempotency-Key": key }
            })
          for (const key of ["one", "one", "two"])
            yield* change(`${content} ${linkTo(eve, site)} ${linkTo(maria)}`, key)
          deepStrictEqual(
            [yield* told(bob), yield* told(eve), yield* told(maria)],
            [[["mention", id]], [["mention", id]], []]
          )
        })
      )

      it.effect("notifies the member of a post and of a change of it, unless they switched it off", () =>
        Effect.gen(function* () {
          const [maria, bob, eve] = [yield* join(), yield* join(), yield* join()]
          const off = yield* send("PATCH", "/api/users/me/settings", { as: eve.token, body: { mention: false } })
          deepStrictEqual([off.status, at(off.body, "mention")], [200, false])
          const post = yield* publish(maria, { content: `${linkTo(bob)} ${linkTo(eve)}` })
          const inbox = yield* send("GET", "/api/notifications", { as: bob.token })
          const [one] = listAt(inbox.body, "data")
          deepStrictEqual(
            [at(one, "type"), at(one, "comment"), at(one, "post", "id"), at(one, "message")],
            ["mention", null, post.id, `${maria.user.username} mentioned you in "${post.title}"`]
          )
          const carol = yield* join()
          const content = `${linkTo(bob)} ${linkTo(eve)} ${linkTo(carol)}`
          yield* send("PATCH", `/api/posts/${post.id}`, { as: maria.token, body: { content } })
          deepStrictEqual(
            [yield* told(carol), (yield* told(bob)).length, yield* told(eve)],
            [[["mention", null]], 1, []]
          )
        })
      )
    }
  )

  layer(community(storage.layer, { REVIEW_FIRST_POSTS: "5" }), { excludeTestServices: true })(
    `${storage.name}: A link to a member in a text that is reviewed`,
    (it) => {
      it.effect("notifies nobody when it is written or changed, and once when it is first shown", () =>
        Effect.gen(function* () {
          const [admin, maria, bob] = [yield* joinAdmin, yield* join(), yield* join()]
          const shown = yield* publish(admin)
          const text = { title: "Hello", content: linkTo(bob) }
          const post = yield* send("POST", "/api/posts", { as: maria.token, body: text })
          const comment = yield* answer(maria, shown.id, linkTo(bob))
          const id = PostId.make(Number(at(post.body, "id")))
          strictEqual(at(post.body, "hidden"), true)
          const changed = { content: `${linkTo(bob)} ${linkTo(admin)}` }
          strictEqual((yield* send("PATCH", `/api/posts/${id}`, { as: maria.token, body: changed })).status, 200)
          deepStrictEqual([yield* told(bob), yield* told(admin)], [[], []])
          yield* restore({ type: "post", id })
          yield* restore({ type: "comment", id: CommentId.make(comment.id) })
          strictEqual((yield* send("GET", `/api/posts/${id}`)).status, 200)
          yield* send("PATCH", `/api/posts/${id}`, { as: maria.token, body: { content: `${changed.content}!` } })
          const ofPost = ["mention", null]
          deepStrictEqual(yield* told(bob), [["mention", comment.id], ofPost])
          deepStrictEqual(yield* told(admin), [["comment", comment.id], ofPost])
        })
      )
    }
  )
}
