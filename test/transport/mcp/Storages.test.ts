import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Queue } from "effect"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { at } from "../../support/Wire.ts"
import { connectAs, generations } from "./Clients.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: agents`, (it) => {
    for (const generation of generations) {
      it.scoped(`over ${generation}: one finds a disease, creates a post, gets a reply, is notified and reads it`, () =>
        Effect.gen(function* () {
          const [maria, lind] = [yield* join(), yield* join("expert")]
          const [asking, answering] = [yield* connectAs(generation, maria), yield* connectAs(generation, lind)]
          yield* Effect.promise(() => asking.client.subscribeResource({ uri: "community://notifications" }))
          const found = yield* asking.call("find_diseases", { search: "marfan" })
          const diseaseId = at(found.json, "data", 0, "id")
          const asked = yield* asking.call("create_post", { title: "Who knows it?", content: "Tell me.", diseaseId })
          const postId = at(asked.json, "id")
          const similar = yield* answering.call("find_similar_discussions", { text: "who knows marfan syndrome?" })
          strictEqual(at(similar.json, "data", 0, "post", "id"), postId)
          strictEqual((yield* answering.call("reply_to_post", { postId, content: "I do." })).isError, false)
          const likes = yield* Effect.all(
            [true, true, undefined, false, true].map((liked) => answering.call("like_post", { postId, liked }))
          )
          deepStrictEqual(
            likes.map(({ json }) => json),
            [1, 1, 0, 0, 1].map((likeCount) => ({ liked: likeCount === 1, likeCount }))
          )
          strictEqual(yield* Effect.timeout(Queue.take(asking.updates), "1 minute"), "community://notifications")
          const { json } = yield* asking.call("get_notifications", { unreadOnly: true })
          deepStrictEqual([at(json, "unreadCount"), at(json, "data", 1, "comment", "excerpt")], [2, "I do."])
          const read = yield* asking.call("get_post", { postId })
          deepStrictEqual([at(read.json, "comments", 0, "authorRole"), at(read.json, "likeCount")], ["expert", 1])
          const marked = yield* asking.call("mark_notifications_read", {})
          deepStrictEqual(marked.json, { updated: 2, unreadCount: 0 })
        })
      )
    }
  })
}
