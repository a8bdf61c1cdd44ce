import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Metric, type Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { responseCacheLookups } from "../../../src/metrics/Metrics.ts"
import { DiseaseFinder } from "../../../src/services/diseases/DiseaseFinder.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { at, listAt } from "../../support/Wire.ts"
import { rpcs } from "../rpc/Clients.ts"
import { type Connected, connectAs } from "./Clients.ts"

/** JSON without the members that may be a second old, or differ at each read. */
const stable = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json).replace(/,?"(viewCount|generatedAt|activeUsers30d)":("[^"]*"|\d+)/g, ""))

/** A call of a tool and the read of its REST twin, past the cache. */
interface Read {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly path: string
}

const readsOf = (id: number, title: string): ReadonlyArray<Read> => [
  { tool: "list_posts", input: {}, path: "/api/posts/" },
  { tool: "list_posts", input: { category: "question", limit: 5 }, path: "/api/posts/?category=question&limit=5" },
  { tool: "list_posts", input: { sort: "replies" }, path: "/api/posts/?sort=replies" },
  { tool: "search_community", input: { query: title }, path: `/api/posts/?search=${title}` },
  { tool: "get_post", input: { postId: id }, path: `/api/posts/${id}/` },
  { tool: "get_community_stats", input: {}, path: "/api/stats/" },
  { tool: "get_notifications", input: {}, path: "/api/notifications/" }
]

const readAll = ({ call }: Connected, reads: ReadonlyArray<Read>) =>
  Effect.forEach(reads, ({ input, tool }) =>
    Effect.map(call(tool, { ...input }), ({ isError, json, text }) => {
      strictEqual(isError, false, text)
      return stable(json)
    })
  )

const readTwins = (as: Redacted.Redacted, reads: ReadonlyArray<Read>) =>
  Effect.forEach(reads, ({ path }) => Effect.map(ask("GET", path, { as }), ({ text }) => stable(JSON.parse(text))))

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: a cached tool answer`, (it) => {
    it.scoped("is dropped when its post changes by REST, by MCP or by RPC, for every member", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const [marias, bobs] = [yield* connectAs("legacy", maria), yield* connectAs("streamable", bob)]
        const rpc = yield* rpcs(bob.token)
        const { id, title } = yield* publish(maria, { category: "question" })
        const reads = readsOf(id, title)
        const body = JSON.stringify({ content: "Another text" })
        const writes = [
          ["a comment by REST", answer(bob, id), [0, 1, 2, 3, 4, 5, 6]],
          ["a like by REST", bob.client.likes.toggle({ path: { id } }), [0, 1, 2, 3, 4, 5, 6]],
          ["a comment by MCP", bobs.call("reply_to_post", { postId: id, content: "By MCP" }), [0, 1, 2, 3, 4, 5, 6]],
          ["a like by MCP", marias.call("like_post", { postId: id }), [0, 1, 2, 3, 4, 5]],
          ["a comment by RPC", rpc.reply_to_post({ postId: id, content: "By RPC" }), [0, 1, 2, 3, 4, 5, 6]],
          ["a like by RPC", rpc.like_post({ postId: id }), [0, 1, 2, 3, 4, 5]],
          ["a change of the post", ask("PATCH", `/api/posts/${id}`, { as: maria.token, body }), [0, 1, 2, 3, 4]]
        ] as const
        for (const [name, write, changed] of writes) {
          yield* readAll(bobs, reads)
          const before = yield* readAll(marias, reads)
          yield* write
          const after = yield* readAll(marias, reads)
          deepStrictEqual(after, yield* readTwins(maria.token, reads), name)
          deepStrictEqual(yield* readAll(bobs, reads), yield* readTwins(bob.token, reads), name)
          const differing = reads.flatMap((_, index) =>
            JSON.stringify(before[index]) === JSON.stringify(after[index]) ? [] : [index]
          )
          deepStrictEqual(differing, [...changed], name)
        }
        yield* ask("DELETE", `/api/posts/${id}`, { as: maria.token })
        const lists = reads.filter(({ tool }) => tool !== "get_post")
        deepStrictEqual(yield* readAll(bobs, lists), yield* readTwins(bob.token, lists))
        strictEqual((yield* bobs.call("get_post", { postId: id })).isError, true)
      })
    )

    it.scoped("never tells a member what is another's: likes, and notifications", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const [marias, bobs] = [yield* connectAs("legacy", maria), yield* connectAs("legacy", bob)]
        const { id } = yield* publish(maria)
        yield* bob.client.likes.toggle({ path: { id } })
        for (const _ of [1, 2, 3]) {
          for (const [client, liked, told] of [
            [marias, false, 1],
            [bobs, true, 0]
          ] as const) {
            const { json, text } = yield* client.call("get_post", { postId: id })
            deepStrictEqual([at(json, "liked"), text.includes("you like it")], [liked, liked])
            const notifications = yield* client.call("get_notifications", {})
            strictEqual(listAt(notifications.json, "data").length, told)
          }
        }
      })
    )

    it.scoped("counts every get_post as a view, in the JSON and in the text", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const [marias, bobs] = [yield* connectAs("legacy", maria), yield* connectAs("streamable", bob)]
        const { id } = yield* publish(maria)
        for (const views of [1, 3, 5]) {
          const { json, text } = yield* marias.call("get_post", { postId: id, limit: 1 })
          deepStrictEqual([at(json, "viewCount"), text.includes(`, ${views} view`)], [views, true])
          strictEqual(at((yield* bobs.call("get_post", { postId: id })).json, "viewCount"), views + 1)
        }
        strictEqual((yield* maria.client.posts.get({ path: { id } })).viewCount, 7)
      })
    )
  })
}

const hits = Effect.map(Metric.value(responseCacheLookups.hit), ({ count }) => count)

layer(community(Memory.layer, { RATE_LIMIT_READ: "20" }), { excludeTestServices: true })("A tool call", (it) => {
  it.scoped("is answered from the cache the second time, by any session, and counts as a read all the same", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const [marias, bobs] = [yield* connectAs("legacy", maria), yield* connectAs("streamable", bob)]
      yield* publish(maria)
      yield* Effect.flatMap(DiseaseFinder, ({ warm }) => warm) // what is read of the catalogue ends cached answers
      const cached = { browse_news: {}, find_diseases: { search: "Marfan" }, get_community_stats: {} }
      for (const [tool, input] of Object.entries(cached)) {
        const first = yield* marias.call(tool, { ...input })
        const before = yield* hits
        const second = yield* bobs.call(tool, { ...input })
        strictEqual((yield* hits) - before, 1, tool)
        deepStrictEqual([second.text, stable(second.json)], [first.text, stable(first.json)])
      }
      const headers = Effect.map(ask("GET", "/api/stats", { as: bob.token }), ({ headers }) => headers)
      const left = Number((yield* headers)["ratelimit-remaining"])
      for (const _ of Array.from({ length: left })) {
        strictEqual((yield* bobs.call("get_community_stats", {})).isError, false)
      }
      const refused = yield* bobs.call("get_community_stats", {})
      assertTrue(refused.isError && refused.text.startsWith("too many reads"), refused.text)
    })
  )
})
