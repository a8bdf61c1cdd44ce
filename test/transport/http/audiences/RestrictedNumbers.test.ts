import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { until } from "../../../support/Waiting.ts"
import { at, eachOf } from "../../../support/Wire.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`posts not for everyone (${storage.name})`, (it) => {
    it.effect("change the public number of their author's posts at once", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author)
        const count = Effect.map(send("GET", `/api/users/${author.user.id}`, { as: author.token }), ({ body }) =>
          at(body, "postCount")
        )
        const counts = [yield* count]
        for (const audience of ["members", "everyone"]) {
          yield* send("PATCH", `/api/posts/${id}`, { as: author.token, body: { audience } })
          counts.push(yield* count)
        }
        deepStrictEqual(counts, [1, 0, 1])
      })
    )

    it.effect("of a disease keep no notification from a moderator, who reads all posts", () =>
      Effect.gen(function* () {
        const [maria, bob, family] = [yield* join(), yield* join(), yield* newFamily]
        yield* send("PATCH", `/api/users/${bob.user.id}`, { as: bob.token, body: { diseaseIds: [family.asked] } })
        const moderator = yield* joinModerator
        const { id } = yield* publish(maria, { audience: "disease", diseaseId: family.asked })
        yield* send("PUT", `/api/posts/${id}/follow`, { as: moderator.token })
        const comment = yield* answer(moderator, id)
        const mention = { content: `[you](/members/${moderator.user.id})` }
        yield* send("POST", `/api/posts/${id}/comments`, { as: maria.token, body: mention })
        yield* send("POST", `/api/posts/${id}/comments`, {
          as: bob.token,
          body: { content: "yes", replyTo: comment.id }
        })
        yield* send("PUT", `/api/comments/${comment.id}/helped`, { as: maria.token })
        yield* answer(bob, id)
        const types = Effect.map(send("GET", "/api/notifications", { as: moderator.token }), (page) =>
          eachOf(page, "type")
        )
        yield* until(Effect.map(types, ({ length }) => length >= 4))
        deepStrictEqual((yield* types).toSorted(), ["helped", "mention", "reply", "reply"])
      })
    )
  })
}
