import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import { Array, Effect, Redacted } from "effect"
import { vi } from "vitest"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CommunityTools } from "../../../src/api/tools/CommunityTools.ts"
import { community } from "../../support/Community.ts"
import { answer, type Member, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { at, listAt } from "../../support/Wire.ts"
import { type Connected, connect, connectAs, generations, protocolError } from "./Clients.ts"
import { beginSession, request } from "./Requests.ts"

const ajv = new AjvJsonSchemaValidator()

/** Arguments that are right, and some that are not with what is said to them. */
const calls = (postId: number) =>
  ({
    search_community: { good: { query: "thread", limit: 5 }, bad: { query: " " }, says: /^query must not be blank/ },
    list_posts: {
      good: { sort: "views", limit: 200 },
      bad: { sort: "age" },
      says: /^sort must be relevance, date, views or replies/
    },
    get_post: { good: { postId, limit: 1 }, bad: { postId: 2_147_483_647 }, says: /^there is no post 2147483647/ },
    create_post: {
      good: { title: "From an agent", content: "Hello **all**", category: null },
      bad: { title: "x", content: "y", diseaseId: 2_147_483_647 },
      says: /^diseaseId names no disease/
    },
    reply_to_post: { good: { postId, content: "I agree" }, bad: { postId }, says: /^content is missing/ },
    like_post: { good: { postId }, bad: { postId: "the first" }, says: /^postId must be a number/ },
    browse_news: { good: { category: "research" }, bad: { page: 0 }, says: /^page must be from 1/ },
    get_news: { good: { newsId: 1 }, bad: { newsId: 4711 }, says: /^there is no news item 4711/ },
    find_diseases: {
      good: { search: "marfan", categories: true },
      bad: { search: "x".repeat(501) },
      says: /^search must be 0 to 500 characters/
    },
    get_community_stats: { good: {}, bad: undefined, says: undefined },
    get_notifications: { good: { unreadOnly: true }, bad: { limit: 1.5 }, says: /^limit must be a whole number/ },
    mark_notifications_read: {
      good: { notificationIds: [1] },
      bad: { notificationIds: "all" },
      says: /^notificationIds/
    },
    find_similar_discussions: { good: { text: "a thread" }, bad: {}, says: /^send `text`.* or `postId`/ }
  }) as const satisfies Record<string, { good: object; bad: object | undefined; says: RegExp | undefined }>

/** The tools that clients of sessions are told of. */
const names = Array.fromIterable(CommunityTools.requests.keys()).filter(
  (name) => !["delete_post", "report_content"].includes(name)
)

const thread = Effect.gen(function* () {
  const maria = yield* join()
  const post = yield* publish(maria, { title: "A thread" })
  yield* answer(yield* join(), post.id, "A comment")
  return { maria, post }
})

/** The response of each reading tool's REST twin. */
const twins = (postId: number) =>
  [
    ["search_community", { query: "comment" }, "/api/posts?search=comment"],
    [
      "search_community",
      { query: 'thread "a comment" -unheard', sort: "relevance", limit: 7 },
      "/api/posts?search=thread%20%22a%20comment%22%20-unheard&sort=relevance&limit=7"
    ],
    ["list_posts", { sort: "replies", limit: 3, page: 1 }, "/api/posts?sort=replies&limit=3&page=1"],
    ["browse_news", { limit: 2 }, "/api/news?limit=2"],
    ["get_news", { newsId: 2 }, "/api/news/2"],
    ["find_diseases", { search: "fabry", categories: true }, "/api/diseases?search=fabry&categories=true"],
    ["get_notifications", { limit: 5 }, "/api/notifications?limit=5"],
    ["get_post", { postId }, `/api/posts/${postId}`],
    ["get_community_stats", {}, "/api/stats"]
  ] as const

/** Without what moves by being read, and what may be a minute old. */
const still = (json: unknown) =>
  JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    /^(viewCount|generatedAt|activeUsers30d)$/.test(key) ? 0 : value
  )

const isSameAs = (tool: Connected, { token }: Member, [name, args, path]: ReturnType<typeof twins>[number]) =>
  Effect.gen(function* () {
    const { json } = yield* tool.call(name, args)
    deepStrictEqual(still(json), still((yield* send("GET", path, { as: token })).body), name)
  })

layer(community(Memory.layer), { excludeTestServices: true })("Tools", (it) => {
  for (const generation of generations) {
    it.scoped(
      `over ${generation}: all thirteen give results of their schema, and refuse bad arguments with a message that helps`,
      () =>
        Effect.gen(function* () {
          const { maria, post } = yield* thread
          const agent = yield* connectAs(generation, maria)
          const { tools } = yield* Effect.promise(() => agent.client.listTools())
          deepStrictEqual(
            tools.map(({ name }) => name),
            names
          )
          const table = calls(post.id)
          deepStrictEqual(Object.keys(table), names)
          for (const [name, { bad, good, says }] of Object.entries(table)) {
            const told = yield* agent.call(name, good)
            strictEqual(told.isError, false, `${name}: ${told.text}`)
            assertTrue(told.text.length > 0)
            const { outputSchema = {} } = tools.find((tool) => tool.name === name) ?? {}
            const { errorMessage, valid } = ajv.getValidator(outputSchema)(told.json)
            assertTrue(valid, `${name}: ${errorMessage}`)
            if (bad === undefined) continue
            const refused = yield* agent.call(name, bad)
            deepStrictEqual([refused.isError, refused.json], [true, undefined], name)
            assertTrue(says.test(refused.text), `${name}: ${refused.text}`)
          }
        })
    )

    it.scoped(`over ${generation}: a call gives the record that REST gives`, () =>
      Effect.gen(function* () {
        const { maria, post } = yield* thread
        const agent = yield* connectAs(generation, maria)
        yield* Effect.forEach(twins(post.id), (twin) => isSameAs(agent, maria, twin))
        const written = yield* agent.call("create_post", { title: "Written by a tool", content: "a < b" })
        const read = yield* send("GET", `/api/posts/${at(written.json, "id")}`, { as: maria.token })
        deepStrictEqual({ ...Object(still(written.json)), comments: [] }, still(read.body))
      })
    )

    it.scoped(`over ${generation}: an unknown tool is an error of the protocol`, () =>
      Effect.gen(function* () {
        const agent = yield* connectAs(generation, yield* join())
        for (const name of ["delete_everything", "constructor", "__proto__", ""]) {
          const { code, message } = protocolError(yield* Effect.flip(agent.call(name, {})))
          strictEqual(code, -32602)
          assertTrue(message.includes(`there is no tool ${name}`), message)
        }
      })
    )
  }

  it.scoped("an unknown argument is an error that names it and the known ones", () =>
    Effect.gen(function* () {
      for (const generation of generations) {
        const agent = yield* connectAs(generation, yield* join())
        const guessed = yield* agent.call("get_notifications", { unread: true, limit: 5 })
        deepStrictEqual([guessed.isError, guessed.json], [true, undefined])
        strictEqual(
          guessed.text,
          'get_notifications has no argument "unread": it takes unreadOnly, limit, offset, cursor'
        )
        const none = yield* agent.call("get_community_stats", { since: "2020", until: 1 })
        strictEqual(none.text, 'get_community_stats has no argument "since", "until": it takes none')
        const many = Object.fromEntries(Array.makeBy(300, (index) => [`${"x".repeat(500)}${index}`, 1]))
        const { text } = yield* agent.call("get_news", JSON.parse(JSON.stringify({ ...many, newsId: 1 })))
        assertTrue(text.endsWith("and 295 more: it takes newsId") && text.length < 500, text)
        const hidden = yield* agent.call("like_post", JSON.parse('{"postId":1,"__proto__":{},"constructor":1}'))
        assertTrue(hidden.text.startsWith("like_post has no argument "), hidden.text)
      }
    })
  )

  it.scoped("an argument __proto__ is an unknown one like all others, with a session and without", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const session = yield* beginSession(token)
      const meta =
        '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},'
      const stateless = {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "get_community_stats"
      }
      for (const [inMeta, sent] of [
        ["", { session }],
        [meta, { headers: stateless }]
      ] as const) {
        for (const value of ["{}", "null", "1", '"x"', '{"polluted":true}']) {
          const input = `{"__proto__":${value}}`
          const params = `{${inMeta}"name":"get_community_stats","arguments":${input}}`
          const text = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`
          const answer = yield* Effect.scoped(
            Effect.flatMap(request({ as: token, text, ...sent }), (response) => Effect.promise(() => response.text()))
          )
          assertTrue(answer.includes('get_community_stats has no argument \\"__proto__\\": it takes none'), answer)
        }
      }
    })
  )

  it.scoped("a tool without required arguments can be called without any", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("streamable", yield* join())
      strictEqual((yield* agent.call("get_community_stats")).isError, false)
      strictEqual((yield* agent.call("list_posts")).isError, false)
    })
  )

  it.scoped("a caller is identified by the header or the query, by a token or a key", () =>
    Effect.gen(function* () {
      const { maria } = yield* thread
      const token = Redacted.value(maria.token)
      for (const generation of generations) {
        const agent = yield* connect(generation, { authorization: `Bearer ${token}` })
        const { json } = yield* agent.call("get_notifications", {})
        strictEqual(listAt(json, "data").length, 1)
      }
    })
  )
})

/** The number of times that a result with these lists was serialised while an effect ran. */
const serialised = <A, E, R>(member: string, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(JSON, "stringify")),
    (spy) =>
      Effect.map(
        effect,
        () => spy.mock.calls.filter(([value]) => listAt(value, "result", member).length > 0 || at(value, member)).length
      ),
    (spy) => Effect.sync(() => spy.mockRestore())
  )

layer(community(Memory.layer), { excludeTestServices: true })("A constant result", (it) => {
  for (const generation of generations) {
    it.scoped(`over ${generation}: such as tools/list is not serialised for each request`, () =>
      Effect.gen(function* () {
        const { client } = yield* connectAs(generation, yield* join())
        const lists = {
          tools: () => client.listTools(),
          prompts: () => client.listPrompts(),
          resources: () => client.listResources(),
          resourceTemplates: () => client.listResourceTemplates()
        }
        for (const [member, list] of Object.entries(lists)) {
          const times = yield* serialised(
            member,
            Effect.forEach(Array.range(1, 3), () => Effect.promise<unknown>(list))
          )
          strictEqual(times, 0, member)
        }
        const [first, second] = [yield* Effect.promise(lists.tools), yield* Effect.promise(lists.tools)]
        deepStrictEqual(first, second)
        strictEqual(first.tools.length, 13)
      })
    )
  }
})
