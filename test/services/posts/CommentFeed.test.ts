import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Queue } from "effect"
import { restarted } from "../../../src/domain/Change.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { CommentFeed } from "../../../src/services/posts/CommentFeed.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`CommentFeed (${storage.name})`, (it) => {
    it.scoped("follow begins again after the newest comment where a failover lost those that a reader has", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(maria)
        const { id: newest } = yield* answer(bob, post.id)
        const told = yield* Queue.unbounded<"resync" | number>()
        const lost = 5
        const { follow } = yield* CommentFeed
        yield* follow(post.id, newest + lost, {
          isBlocked: () => false,
          send: (comments) => {
            for (const { id } of comments) told.unsafeOffer(id)
          },
          resync: () => void told.unsafeOffer("resync")
        })
        yield* (yield* Changes).deliverHere([restarted])
        const first = yield* Queue.take(told)
        const { id } = yield* answer(bob, post.id)
        deepStrictEqual([first, yield* Queue.take(told)], ["resync", id])
      })
    )
  })
}
