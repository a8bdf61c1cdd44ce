import { FetchHttpClient, HttpClient, HttpServer } from "@effect/platform"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Chunk, Effect, Ref, Stream } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { BadRequest } from "../../src/api/WireErrors.ts"
import * as CommunityClient from "../../src/client/CommunityClient.ts"
import * as CommunityRpcClient from "../../src/client/CommunityRpcClient.ts"
import { community } from "../support/Community.ts"
import { join } from "../support/Members.ts"

layer(community(Memory.layer), { excludeTestServices: true })("A request that does not fit", (it) => {
  it.scoped("fails as BadRequest before it is sent, whichever part does not fit", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const sent = yield* Ref.make(0)
      const counting = Effect.map(
        HttpClient.HttpClient,
        HttpClient.tapRequest(() => Ref.update(sent, (count) => count + 1))
      )
      const { comments, posts } = yield* Effect.provideServiceEffect(
        CommunityClient.make({ credential: token }),
        HttpClient.HttpClient,
        counting
      )
      const failures = [
        yield* Effect.flip(posts.create({ payload: { title: "", content: "c" } })),
        yield* Effect.flip(comments.create({ path: { id: -1 }, payload: { content: "c" } })),
        yield* Effect.flip(posts.list({ urlParams: { authorId: -1 } }))
      ]
      for (const failure of failures) assertTrue(failure instanceof BadRequest, String(failure))
      strictEqual(yield* Ref.get(sent), 0)
    })
  )

  it.scoped("fails as BadRequest where only the server can see it", () =>
    Effect.gen(function* () {
      const { client } = yield* join()
      const payload = { title: "t", content: "c", diseaseId: 2_000_000_000 }
      const told = yield* Effect.catchTag(
        Effect.asVoid(client.posts.create({ payload })),
        "BadRequest",
        ({ message }) => Effect.succeed(message)
      )
      assertTrue(/2000000000/.test(String(told)), String(told))
    })
  )

  it.scoped("fails as BadRequest in calls of RPC, also in one that streams", () =>
    Effect.gen(function* () {
      const { client, token } = yield* join()
      const rpc = yield* HttpServer.addressFormattedWith((baseUrl) =>
        Effect.provide(CommunityRpcClient.make({ baseUrl, credential: token }), FetchHttpClient.layer)
      )
      const told = yield* Effect.catchTag(Effect.asVoid(rpc.get_post({ postId: -1 })), "BadRequest", ({ message }) =>
        Effect.succeed(message)
      )
      assertTrue(/^postId/.test(String(told)), String(told))
      const followed = rpc.follow_notifications({ after: -1 }).pipe(
        Stream.map(() => "a notification"),
        Stream.catchTag("BadRequest", ({ _tag }) => Stream.make(_tag))
      )
      deepStrictEqual(Chunk.toReadonlyArray(yield* Stream.runCollect(followed)), ["BadRequest"])
      const { id } = yield* client.posts.create({ payload: { title: "t", content: "c" } })
      strictEqual((yield* rpc.get_post({ postId: Number(id) })).id, id)
    })
  )
})
