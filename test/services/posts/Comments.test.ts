import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import { Comments } from "../../../src/services/posts/Comments.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })(storage.name, (it) => {
    it.effect(
      "Comments.get gives the comment of an id also when those around it are deleted, then CommentNotFound",
      () =>
        Effect.gen(function* () {
          const author = yield* join()
          const { id: postId } = yield* publish(author)
          const [first, second, third] = [
            yield* answer(author, postId),
            yield* answer(author, postId),
            yield* answer(author, postId)
          ]
          const { get } = yield* Comments
          const seen = (id: typeof first.id) => Effect.provideService(get(id), Viewer, Option.none())
          strictEqual((yield* seen(second.id)).content, second.content)
          yield* author.client.comments.remove({ path: { id: first.id } })
          deepStrictEqual([(yield* seen(second.id)).id, (yield* seen(third.id)).id], [second.id, third.id])
          yield* author.client.comments.remove({ path: { id: second.id } })
          strictEqual((yield* Effect.flip(seen(second.id)))._tag, "CommentNotFound")
        })
    )
  })
}
