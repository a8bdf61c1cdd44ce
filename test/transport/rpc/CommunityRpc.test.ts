import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Fiber, Option, Ref, Stream } from "effect"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import { PostId } from "../../../src/domain/Ids.ts"
import { NothingToRank, PostNotFound } from "../../../src/domain/posts/Post.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { until } from "../../support/Waiting.ts"
import { rpcs } from "./Clients.ts"

const post = {
  title: "Who has tried this?",
  content: "A question.",
  category: "question"
} as const

const streamsBecome = (expected: number) =>
  Effect.map(ConnectionQuota, ({ count }) => count("streams")).pipe(
    Effect.zipLeft(Effect.yieldNow()),
    Effect.repeat({ until: (open) => open === expected })
  )

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: RPC`, (it) => {
    it.scoped("a call gives the record that REST gives, and fails with the domain's own errors", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const rpc = yield* rpcs(maria.token)
        const created = yield* rpc.create_post(post)
        const read = yield* rpc.get_post({ postId: created.id })
        deepStrictEqual(yield* maria.client.posts.get({ path: { id: created.id } }), { ...read, viewCount: 2 })
        const missing = PostId.make(2_147_483_647)
        deepStrictEqual(yield* Effect.flip(rpc.get_post({ postId: missing })), new PostNotFound({ id: missing }))
      })
    )

    it.scoped("list_posts, search_community and browse_news take the filters of REST, and give the same records", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const rpc = yield* rpcs(maria.token)
        const authorId = maria.user.id
        const word = unique()
        const { id } = yield* rpc.create_post({ ...post, title: word })
        yield* bob.client.posts.create({ payload: { title: word, content: word } })
        const byAuthor = [yield* rpc.list_posts({ authorId }), yield* rpc.search_community({ authorId, query: word })]
        deepStrictEqual(
          byAuthor.map(({ data }) => data.map((found) => found.id)),
          [[id], [id]]
        )
        const { data } = yield* maria.client.news.list()
        const diseaseId = data[0]?.diseases[0]?.id
        const urlParams = { search: "sample", ...(diseaseId === undefined ? {} : { diseaseId }) }
        const news = yield* rpc.browse_news(urlParams)
        strictEqual(news.data.length > 0, true)
        deepStrictEqual(news, yield* maria.client.news.list({ urlParams }))
      })
    )

    it.scoped("a search ranks as REST does, by relevance unless another order is requested", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const rpc = yield* rpcs(maria.token)
        const word = unique()
        const titled = yield* rpc.create_post({ ...post, title: word })
        const newer = yield* rpc.create_post({ ...post, content: word })
        for (const sort of ["relevance", "date"] as const) {
          const found = yield* rpc.search_community({ query: word, sort })
          const inOrder = sort === "date" ? [newer.id, titled.id] : [titled.id, newer.id]
          deepStrictEqual(
            found.data.map(({ id }) => id),
            inOrder
          )
          deepStrictEqual(yield* maria.client.posts.list({ urlParams: { search: word, sort } }), found)
        }
        deepStrictEqual(yield* Effect.flip(rpc.list_posts({ sort: "relevance" })), new NothingToRank())
      })
    )

    it.scoped("follow_notifications brings missed notifications, then new ones, and fails when the session ends", () =>
      Effect.gen(function* () {
        const [maria, lind] = [yield* join(), yield* join("expert")]
        const rpc = yield* rpcs(maria.token)
        const { id } = yield* rpc.create_post(post)
        const reply = (content: string) => lind.client.comments.create({ path: { id }, payload: { content } })
        yield* reply("one")
        yield* reply("two")
        const { data } = yield* rpc.get_notifications({})
        const first = data[1]?.id
        const received = yield* Ref.make(0)
        const excerpts: Array<Option.Option<string>> = []
        const followed = yield* rpc.follow_notifications(first === undefined ? {} : { after: first }).pipe(
          Stream.tap(({ comment }) => Effect.sync(() => excerpts.push(Option.map(comment, (c) => c.excerpt)))),
          Stream.runForEach(() => Ref.update(received, (count) => count + 1)),
          Effect.fork
        )
        yield* streamsBecome(1)
        yield* reply("three")
        yield* until(Effect.map(Ref.get(received), (count) => count === 2))
        yield* maria.client.auth.logout()
        deepStrictEqual(yield* Effect.flip(Fiber.join(followed)), new NotSignedIn())
        deepStrictEqual(excerpts, [Option.some("two"), Option.some("three")])
        yield* streamsBecome(0)
        strictEqual(yield* Effect.map(ConnectionQuota, ({ count }) => count("streams")), 0)
      })
    )
  })
}
