import { FetchHttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import * as CommunityClient from "rare-disease-community/client"

const program = Effect.gen(function* () {
  const community = yield* CommunityClient.make({
    baseUrl: "http://127.0.0.1:3000",
    credential: Redacted.make(process.env["COMMUNITY_KEY"] ?? "")
  })
  return yield* community.posts.list({ urlParams: { search: "specialist" } })
})

Effect.runPromise(Effect.provide(program, FetchHttpClient.layer)).then(({ data }) => console.log(data))
