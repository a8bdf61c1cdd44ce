import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { answer, diseaseNamed, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { at, eachOf } from "../../support/Wire.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`The REST API (${storage.name})`, (it) => {
    it.effect("serves two members from registration to logout", () =>
      Effect.gen(function* () {
        const [maria, lind] = [yield* join(), yield* join("expert")]
        const disease = yield* diseaseNamed(maria, "Marfan syndrome")
        const diseaseIds = [disease.id]
        strictEqual((yield* send("PATCH", "/api/users/me", { as: maria.token, body: { diseaseIds } })).status, 200)
        const word = unique()
        const { id } = yield* publish(maria, { title: word, diseaseId: disease.id })
        yield* answer(lind, id)
        yield* lind.client.likes.toggle({ path: { id } })
        const read = yield* send("GET", `/api/posts/${id}`, { as: lind.token })
        const told = (name: string) => at(read.body, name)
        deepStrictEqual([told("replyCount"), told("likeCount"), told("liked")], [1, 1, true])
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts?search=${word}`)), [id])
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts?diseaseId=${disease.id}`)), [id])
        const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
        deepStrictEqual(eachOf(inbox, "type"), ["like", "comment"])
        const marked = yield* send("PATCH", "/api/notifications", { as: maria.token })
        deepStrictEqual(marked.body, { updated: 2, unreadCount: 0 })
        const { body } = yield* send("GET", "/api/stats")
        deepStrictEqual([at(body, "posts"), at(body, "comments"), at(body, "likes")], [1, 1, 1])
        strictEqual((yield* send("GET", "/api/news/1")).status, 200)
        strictEqual((yield* send("DELETE", `/api/posts/${id}`, { as: maria.token })).status, 200)
        strictEqual((yield* send("GET", `/api/posts/${id}`)).status, 404)
        strictEqual((yield* send("POST", "/api/auth/logout", { as: maria.token })).status, 200)
        strictEqual((yield* send("GET", "/api/users/me", { as: maria.token })).status, 401)
      })
    )
  })
}
