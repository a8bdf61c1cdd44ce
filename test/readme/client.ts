import { FetchHttpClient } from "@effect/platform"
import { Effect } from "effect"
import * as Community from "rare-disease-community-client"

const program = Effect.gen(function* () {
  const community = yield* Community.make({
    baseUrl: "http://127.0.0.1:3000",
    credential: process.env["COMMUNITY_KEY"] // without one you read what everybody may read
  })
  const { data } = yield* community.posts.list({ urlParams: { search: "specialist" } })
  const titles = data.map((post: Community.ListedPost) => post.title)
  const missing = yield* community.posts.get({ path: { id: 2_000_000_000 } }).pipe(
    Effect.map(({ title }) => title),
    Effect.catchTag("NotFound", ({ message }) => Effect.succeed(message))
  )
  return { titles, missing }
})

Effect.runPromise(Effect.provide(program, FetchHttpClient.layer)).then((found) => console.log(JSON.stringify(found)))
