import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { PostId } from "../../../../src/domain/Ids.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { appeal, decide, decideAppeal, type TargetOnWire } from "./Given.ts"

/** What a member was told of texts, oldest first. */
const toldTo = ({ token }: Member) =>
  Effect.map(send("GET", "/api/notifications?limit=100", { as: token }), ({ body }) =>
    listAt(body, "data")
      .filter((one) => at(one, "post") !== null)
      .map((one) => [at(one, "type"), at(one, "comment", "id") ?? at(one, "post", "id")].join(" "))
      .reverse()
  )

/** Reads what a member was told of until it is this: followers are notified later. */
const isTold = (member: Member, expected: ReadonlyArray<string>) =>
  Effect.repeat(Effect.delay(toldTo(member), "10 millis"), {
    until: (told) => JSON.stringify(told) === JSON.stringify(expected)
  }).pipe(
    Effect.timeout("10 seconds"),
    Effect.catchTag("TimeoutException", () =>
      Effect.flatMap(toldTo(member), (told) => Effect.sync(() => deepStrictEqual(told, expected)))
    )
  )

const block = ({ token }: Member, { user }: Member) => send("PUT", `/api/users/${user.id}/block`, { as: token })

/** Ids of two texts of a new member that wait: an answer on the post of Anna, to Carl, and a post; Rita follows both. */
const scene = Effect.gen(function* () {
  const [mod, other, anna] = [yield* joinModerator, yield* joinAdmin, yield* joinAdmin]
  const [carl, bert, rita, paul] = [yield* joinAdmin, yield* join(), yield* join(), yield* join()]
  const maria = yield* join()
  const { id: postId } = yield* publish(anna)
  const { id: replyTo } = yield* answer(carl, postId)
  yield* send("PUT", `/api/users/${maria.user.id}/follow`, { as: rita.token })
  for (const { token } of [rita, paul]) yield* send("PUT", `/api/posts/${postId}/follow`, { as: token })
  yield* block(paul, maria)
  const content = `I think so too, [Bert](/members/${bert.user.id}).`
  const said = yield* send("POST", `/api/posts/${postId}/comments`, { as: maria.token, body: { content, replyTo } })
  const body = { title: "Hello", content: `I know [Carl](/members/${carl.user.id}).` }
  const written = yield* send("POST", "/api/posts", { as: maria.token, body })
  const comment: TargetOnWire = { type: "comment", id: Number(at(said.body, "id")) }
  const post: TargetOnWire = { type: "post", id: Number(at(written.body, "id")) }
  const before = [`comment ${replyTo}`]
  deepStrictEqual([yield* toldTo(anna), yield* toldTo(carl), yield* toldTo(bert)], [before, [], []])
  return { mod, other, anna, carl, bert, rita, paul, maria, comment, post, before, postId }
})

const publishing = ({ token }: Member, target: TargetOnWire) =>
  send("POST", "/api/decisions", { as: token, body: { target, action: "publish" } })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { REVIEW_FIRST_POSTS: "1" }), { excludeTestServices: true })(
    `${storage.name}: a first text that is published`,
    (it) => {
      it.effect("notifies whom it concerns, as a text does when it is written, and none twice", () =>
        Effect.gen(function* () {
          const { anna, before, bert, carl, comment, mod, paul, post, rita } = yield* scene
          for (const target of [comment, post]) strictEqual((yield* publishing(mod, target)).status, 201)
          const [ofComment, ofPost] = [`reply ${comment.id}`, `mention ${post.id}`]
          const all = Effect.gen(function* () {
            yield* isTold(anna, [...before, `comment ${comment.id}`])
            yield* isTold(carl, [ofComment, ofPost])
            yield* isTold(bert, [`mention ${comment.id}`])
            yield* isTold(rita, [ofComment, `new_post ${post.id}`])
          })
          yield* all
          deepStrictEqual(yield* toldTo(paul), [])
          strictEqual((yield* publishing(mod, post)).status, 409)
          for (const { token } of [anna, carl, bert, rita])
            yield* send("PATCH", "/api/notifications/read", { as: token })
          for (const action of ["hide", "restore"]) yield* decide(mod.token, comment, action)
          yield* answer(anna, PostId.make(post.id))
          yield* isTold(bert, [])
          yield* isTold(carl, [ofPost])
          yield* isTold(rita, [`new_post ${post.id}`])
        })
      )

      it.effect("notifies once that an appeal has published, or that comes with its hidden post", () =>
        Effect.gen(function* () {
          const { anna, bert, carl, comment, maria, mod, other, post, postId } = yield* scene
          const { body } = yield* decide(mod.token, post, "hide")
          strictEqual((yield* appeal(maria.token, at(body, "id"))).status, 201)
          strictEqual((yield* decideAppeal(other.token, at(body, "id"), "reversed")).status, 200)
          yield* isTold(carl, [`mention ${post.id}`])
          const thread: TargetOnWire = { type: "post", id: postId }
          yield* decide(mod.token, thread, "hide")
          strictEqual((yield* publishing(mod, comment)).status, 201)
          deepStrictEqual(yield* toldTo(bert), [])
          yield* decide(mod.token, thread, "restore")
          yield* isTold(bert, [`mention ${comment.id}`])
          yield* isTold(carl, [`mention ${post.id}`, `reply ${comment.id}`])
          yield* isTold(anna, [`comment ${comment.id}`])
        })
      )
    }
  )
}
