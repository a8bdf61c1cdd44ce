import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { exitOf } from "../../../support/Raw.ts"
import { open } from "../../../support/Reader.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, listAt, placeOf, refused } from "../../../support/Wire.ts"
import { connect } from "../../mcp/Clients.ts"
import { answerTo, beginSession } from "../../mcp/Requests.ts"

const agentKeyOf = ({ client }: Member) =>
  Effect.map(client.auth.createApiKey({ payload: { name: "agent", agent: true } }), ({ key }) => key)

const newPost = () => ({ title: unique(), content: unique() })

/** A call of a procedure over RPC, and its result. */
const rpc = (as: Redacted.Redacted, tag: string, payload: object) =>
  Effect.map(exitOf(as, tag, payload), (exit) => at(exit, "value"))

/** A call of a tool over MCP by a new client, and its structured result. */
const tool = (generation: "legacy" | "streamable", apiKey: Redacted.Redacted, name: string, args: object) =>
  Effect.scoped(
    Effect.flatMap(connect(generation, { apiKey }), (agent) =>
      Effect.map(agent.call(name, { ...args }), ({ json }) => json)
    )
  )

const body = <E, R>(sent: Effect.Effect<{ readonly body: unknown }, E, R>) => Effect.map(sent, ({ body }) => body)

/** The routes by which a post is published and a comment is added. */
const routes = (as: Redacted.Redacted) => [
  {
    publish: () => body(send("POST", "/api/posts", { as, body: newPost() })),
    comment: (id: number) => body(send("POST", `/api/posts/${id}/comments`, { as, body: { content: unique() } }))
  },
  {
    publish: () => rpc(as, "create_post", newPost()),
    comment: (postId: number) => rpc(as, "reply_to_post", { postId, content: unique() })
  },
  ...(["legacy", "streamable"] as const).map((generation) => ({
    publish: () => tool(generation, as, "create_post", newPost()),
    comment: (postId: number) => tool(generation, as, "reply_to_post", { postId, content: unique() })
  }))
]

const kindOf = (record: unknown) => at(record, "author", "kind")

const read = (id: unknown) => body(send("GET", `/api/posts/${id}`))

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: author.kind`, (it) => {
    it.scoped("is agent for all that an agent's key writes, by every route, and human for all else", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const plainKey = yield* maria.client.auth.createApiKey({ payload: { name: "mine" } })
        for (const [as, kind] of [
          [yield* agentKeyOf(maria), "agent"],
          [plainKey.key, "human"]
        ] as const) {
          for (const { comment, publish } of routes(as)) {
            const post = yield* publish()
            deepStrictEqual([kindOf(post), kindOf(yield* read(at(post, "id")))], [kind, kind])
            strictEqual(kindOf(yield* comment(id)), kind)
          }
        }
        const comments = yield* send("GET", `/api/posts/${id}/comments`)
        const kinds = [...Array(4).fill("agent"), ...Array(4).fill("human")]
        deepStrictEqual(eachOf(comments, "author", "kind"), kinds)
        const post = yield* read(id)
        deepStrictEqual(
          [0, 7].map((nth) => kindOf(at(post, "comments", nth))),
          ["agent", "human"]
        )
      })
    )

    it.effect("is agent for a key that an agent's key made", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const as = yield* agentKeyOf(maria)
        for (const agent of [undefined, true, false]) {
          const { body } = yield* send("POST", "/api/auth/apikeys", { as, body: { name: "more", agent } })
          const headers = { authorization: `ApiKey ${at(body, "key")}` }
          strictEqual(kindOf((yield* send("POST", "/api/posts", { headers, body: newPost() })).body), "agent")
        }
      })
    )

    it.effect("does not become human in a session that a token has begun", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const as = yield* agentKeyOf(maria)
        const session = yield* beginSession(maria.token)
        const params = { name: "create_post", arguments: newPost() }
        yield* answerTo({ as, session, body: { jsonrpc: "2.0", id: 2, method: "tools/call", params } })
        const { body } = yield* send("GET", `/api/posts?authorId=${maria.user.id}&authorKind=human`)
        strictEqual(at(body, "pagination", "total"), 0)
      })
    )

    it.effect("becomes agent when an agent's key rewrites a post, and never human again", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const key = yield* agentKeyOf(maria)
        const { id } = yield* publish(maria)
        const change = (as: Redacted.Redacted, change: object) =>
          Effect.map(body(send("PATCH", `/api/posts/${id}`, { as, body: change })), kindOf)
        strictEqual(yield* change(maria.token, { title: "One" }), "human")
        strictEqual(yield* change(key, { category: "question" }), "human")
        strictEqual(kindOf(yield* read(id)), "human")
        strictEqual(yield* change(key, { content: "Two" }), "agent")
        strictEqual(yield* change(maria.token, { title: "Three", content: "Three" }), "agent")
        strictEqual(kindOf(yield* read(id)), "agent")
      })
    )

    it.scoped("is in lists, searches, similar discussions, notifications and their stream", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const as = yield* agentKeyOf(bob)
        const word = unique()
        const { body: post } = yield* send("POST", "/api/posts", { as, body: { title: word, content: word } })
        const own = yield* publish(maria)
        const stream = yield* open({ as: maria.token })
        yield* stream.next
        yield* send("POST", `/api/posts/${own.id}/comments`, { as, body: { content: "From an agent" } })
        yield* answer(bob, own.id)
        yield* send("POST", `/api/posts/${own.id}/like`, { as })
        const lists = [
          yield* send("GET", `/api/posts?authorId=${bob.user.id}`),
          yield* send("GET", `/api/posts?search=${word}`)
        ]
        deepStrictEqual(
          lists.map((list) => eachOf(list, "author", "kind")),
          [["agent"], ["agent"]]
        )
        const similar = yield* rpc(maria.token, "find_similar_discussions", { text: word })
        deepStrictEqual(
          [at(similar, "data", 0, "post", "id"), kindOf(at(similar, "data", 0, "post"))],
          [at(post, "id"), "agent"]
        )
        const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
        deepStrictEqual(eachOf(inbox, "actor", "kind"), ["agent", "human", "agent"])
        const events = yield* stream.take(3)
        deepStrictEqual(
          events.map(({ data }) => at(data, "actor", "kind")),
          ["agent", "human", "agent"]
        )
      })
    )

    it.scoped("narrows lists and searches of REST, RPC and MCP, with exact totals", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const as = yield* agentKeyOf(maria)
        const word = unique()
        const body = { title: word, content: word }
        const ids = { agent: [] as Array<unknown>, human: [] as Array<unknown> }
        for (const kind of ["agent", "human", "agent"] as const) {
          const created = yield* send("POST", "/api/posts", { as: kind === "agent" ? as : maria.token, body })
          ids[kind].unshift(at(created.body, "id"))
        }
        const authorId = maria.user.id
        for (const authorKind of ["agent", "human"] as const) {
          const expected = [ids[authorKind], ids[authorKind].length]
          for (const query of [`authorId=${authorId}`, `authorId=${authorId}&sort=views`, `search=${word}`]) {
            const page = yield* send("GET", `/api/posts?${query}&authorKind=${authorKind}`)
            deepStrictEqual([eachOf(page).toSorted().toReversed(), placeOf(page)["total"]], expected, query)
          }
          for (const found of [
            yield* rpc(as, "list_posts", { authorId, authorKind }),
            yield* tool("streamable", as, "search_community", { query: word, authorKind })
          ]) {
            deepStrictEqual(
              [listAt(found, "data").map((post) => at(post, "id")), at(found, "pagination", "total")],
              expected
            )
          }
        }
        refused(yield* send("GET", "/api/posts?authorKind=robot"), 400)
      })
    )
  })
}
