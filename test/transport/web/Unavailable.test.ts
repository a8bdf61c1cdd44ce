import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { awayStorage } from "../../support/AwayStorage.ts"
import { community } from "../../support/Community.ts"
import { publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { cookieFor, open, submit } from "./support/Browse.ts"

const { layer: storage, whileAway } = awayStorage()

layer(community(storage), { excludeTestServices: true })("A page while the database is away", (it) => {
  it.effect("offers to try the same address again, and no address to a form that was sent", () =>
    Effect.gen(function* () {
      const author = yield* join()
      const { id } = yield* publish(author)
      const found = yield* whileAway(
        Effect.all([
          open("/posts?category=question&page=2"),
          submit(`/posts/${id}/delete`, {}, { cookie: cookieFor(author) })
        ])
      )
      deepStrictEqual(
        found.map(({ status, text }) => [status, /<a href="([^"]+)">Try again<\/a>/.exec(text)?.[1]]),
        [
          [503, "/posts?category=question&amp;page=2"],
          [503, undefined]
        ]
      )
    })
  )
})
