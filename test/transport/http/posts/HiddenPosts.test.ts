import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { decisionId, hide, restore } from "../../../support/moderation/Hiding.ts"
import { exitOf } from "../../../support/Raw.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt } from "../../../support/Wire.ts"

/** A hidden post with a comment, and everybody who may ask for it. */
const scene = Effect.gen(function* () {
  const [maria, bob, moderator, admin] = [yield* join(), yield* join(), yield* joinModerator, yield* joinAdmin]
  const post = yield* publish(maria)
  const comment = yield* answer(bob, post.id)
  yield* send("GET", `/api/posts/${post.id}`, { as: maria.token })
  const path = `/api/posts/${post.id}`
  const before = yield* send("GET", path, { as: maria.token })
  yield* hide({ type: "post", id: post.id })
  return { maria, bob, moderator, admin, post, comment, path, before }
})

const agentOf = (member: Effect.Effect.Success<ReturnType<typeof join>>) =>
  Effect.map(member.client.auth.createApiKey({ payload: { name: "agent", agent: true } }), ({ key }) => ({
    headers: { authorization: `ApiKey ${Redacted.value(key)}` }
  }))

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: hidden posts`, (it) => {
    it.effect("GET answers them to author and moderators with their decision, and 404 to everybody else", () =>
      Effect.gen(function* () {
        const { admin, before, bob, maria, moderator, path } = yield* scene
        for (const { token } of [maria, moderator, admin]) {
          const { body, status } = yield* send("GET", path, { as: token })
          deepStrictEqual([status, at(body, "hidden"), at(body, "decisionId")], [200, true, decisionId])
          deepStrictEqual(
            [at(body, "content"), listAt(body, "comments")],
            [at(before.body, "content"), listAt(before.body, "comments")]
          )
          strictEqual((yield* send("HEAD", path, { as: token })).status, 200)
        }
        strictEqual((yield* send("GET", path, yield* agentOf(maria))).status, 200)
        for (const options of [{}, { as: bob.token }, yield* agentOf(moderator), yield* agentOf(admin)]) {
          strictEqual((yield* send("GET", path, options)).status, 404)
        }
      })
    )

    it.effect("count no view of author and moderators, and no like, comment or list has them", () =>
      Effect.gen(function* () {
        const { before, maria, moderator, path, post } = yield* scene
        for (const as of [maria.token, moderator.token]) {
          yield* send("GET", path, { as })
          strictEqual((yield* send("POST", `${path}/like`, { as })).status, 404)
          strictEqual((yield* send("POST", `${path}/comments`, { as, body: { content: "x" } })).status, 404)
          strictEqual((yield* send("GET", `${path}/comments`, { as })).status, 404)
          const list = yield* send("GET", `/api/posts?authorId=${maria.user.id}`, { as })
          deepStrictEqual(eachOf(list), [])
        }
        yield* restore({ type: "post", id: post.id })
        const after = yield* send("GET", path, { as: maria.token })
        deepStrictEqual(after.body, { ...Object(before.body), viewCount: Number(at(before.body, "viewCount")) + 1 })
      })
    )

    it.effect("PATCH changes them for author and admins, and they stay hidden", () =>
      Effect.gen(function* () {
        const { admin, bob, maria, moderator, path, post } = yield* scene
        const change = (as: Redacted.Redacted, title: string) => send("PATCH", path, { as, body: { title } })
        const mine = yield* change(maria.token, "Better")
        deepStrictEqual(
          [mine.status, at(mine.body, "title"), at(mine.body, "hidden"), at(mine.body, "decisionId")],
          [200, "Better", true, decisionId]
        )
        strictEqual((yield* change(admin.token, "Best")).status, 200)
        strictEqual((yield* change(moderator.token, "No")).status, 403)
        strictEqual((yield* change(bob.token, "No")).status, 404)
        strictEqual((yield* send("GET", path)).status, 404)
        const revisions = yield* send("GET", `${path}/revisions`, { as: moderator.token })
        deepStrictEqual(
          listAt(revisions.body, "data").map((one) => at(one, "title")),
          ["Better", post.title]
        )
        deepStrictEqual((yield* send("GET", `${path}/revisions`, { as: bob.token })).status, 404)
        yield* restore({ type: "post", id: post.id })
        strictEqual(at((yield* send("GET", path)).body, "title"), "Best")
      })
    )

    it.effect("DELETE removes them for author and admins, 404 to others, and once", () =>
      Effect.gen(function* () {
        const { bob, maria, moderator, path, post } = yield* scene
        const remove = (as: Redacted.Redacted) => Effect.map(send("DELETE", path, { as }), ({ status }) => status)
        deepStrictEqual(
          [
            yield* remove(bob.token),
            yield* remove(moderator.token),
            yield* remove(maria.token),
            yield* remove(maria.token)
          ],
          [404, 403, 200, 404]
        )
        strictEqual((yield* send("GET", path, { as: maria.token })).status, 404)
        strictEqual((yield* Effect.flip(restore({ type: "post", id: post.id })))._tag, "PostNotFound")
      })
    )

    it.effect("get_post and delete_post answer as REST does", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const read = yield* exitOf(maria.token, "get_post", { postId: post.id })
        deepStrictEqual([at(read, "value", "hidden"), at(read, "value", "decisionId")], [true, decisionId])
        const second = yield* exitOf(maria.token, "get_post", { postId: post.id, page: 2, limit: 1 })
        deepStrictEqual(listAt(at(second, "value"), "comments"), [])
        for (const tool of ["get_post", "delete_post"]) {
          strictEqual(at(yield* exitOf(bob.token, tool, { postId: post.id }), "_tag"), "Failure")
        }
        strictEqual(at(yield* exitOf(maria.token, "delete_post", { postId: post.id }), "value", "deleted"), true)
      })
    )
  })
}
