import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { CommunityTools } from "../../../../src/api/tools/CommunityTools.ts"
import { inputSchema } from "../../../../src/transport/mcp/JsonSchemas.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { connectAs } from "../Clients.ts"
import { answerTo, beginSession, request } from "../Requests.ts"

/** The arguments that a call needs beside the one that is tried. */
const required: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_community: { query: "thread" },
  create_post: { title: "From an agent", content: "Hello" },
  reply_to_post: { postId: 1, content: "I agree" },
  like_post: { postId: 1 },
  get_post: { postId: 1 },
  get_news: { newsId: 1 }
}

/** Values of every type, and of every form that an agent may mistake for the right one. */
const wrong: ReadonlyArray<unknown> = [
  "",
  "x",
  "marfan syndrome",
  "1",
  "1.5",
  "0",
  0,
  -1,
  1.5,
  1e12,
  true,
  [],
  ["1"],
  ["x"],
  [null],
  [[]],
  [1.5, "x"],
  {},
  { id: 1 },
  "x".repeat(30_000)
]

/** Words of schemas and of programs, which tell a model nothing. */
const jargon =
  /Expected|actual|NumberFromString|undefined|refinement|transformation|Encoded|ReadonlyArray|Predicate|\bnull\b|\bint\b|=>|\[object|brand/

const unlimited = Object.fromEntries(
  ["READ", "WRITE", "POST", "COMMENT", "MCP"].map((name) => [`RATE_LIMIT_${name}`, "0"])
)

const tried = Array.from(CommunityTools.requests.values())
  .filter(({ _tag }) => _tag !== "delete_post")
  .flatMap(({ _tag, payloadSchema }) =>
    Object.keys(inputSchema(payloadSchema).properties).map((argument) => ({ tool: String(_tag), argument }))
  )

/** A record without its number of views, since each read is one. */
const withoutViews = (json: unknown) => JSON.stringify(json ?? null).replace(/"viewCount":\d+/g, "")

const batchesOf = <A>(items: ReadonlyArray<A>) =>
  Array.from({ length: Math.ceil(items.length / 20) }, (_, index) => items.slice(index * 20, index * 20 + 20))

interface Call {
  readonly name: string
  readonly arguments: object
}

/** The results of tools that are called in one batch. */
const called = (as: Redacted.Redacted, session: string, calls: ReadonlyArray<Call>) =>
  Effect.gen(function* () {
    const body = calls.map((params, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params }))
    const response = yield* request({ as, session, body })
    const text = yield* Effect.promise(() => response.text())
    return Array.from(text.matchAll(/^data: (.*)$/gm), ([, data = ""]) => {
      const message: unknown = JSON.parse(data)
      return {
        params: calls[Number(at(message, "id"))],
        isError: at(message, "result", "isError") === true,
        text: String(at(message, "result", "content", 0, "text"))
      }
    })
  })

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("The arguments of tools", (it) => {
  it.scoped("are refused in words that name the argument, without a word of schemas", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      yield* publish(maria)
      const session = yield* beginSession(maria.token)
      const calls = tried.flatMap(({ argument, tool }) =>
        wrong.map((value) => ({ name: tool, arguments: { ...required[tool], [argument]: value } }))
      )
      const refused: Array<string> = []
      for (const batch of batchesOf(calls)) {
        for (const { isError, params, text } of yield* called(maria.token, session, batch)) {
          if (!isError) continue
          refused.push(text)
          assertTrue(!jargon.test(text) && text.length < 500, `${JSON.stringify(params).slice(0, 200)}: ${text}`)
        }
      }
      assertTrue(refused.length > tried.length * 5, `${refused.length} of ${calls.length}`)
    })
  )

  it.scoped("take an id as a text of digits, and as a number", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const post = yield* publish(maria)
      const { id: replyTo } = yield* answer(maria, post.id)
      const agent = yield* connectAs("streamable", maria)
      const calls: ReadonlyArray<readonly [tool: string, args: Record<string, unknown>]> = [
        ["get_post", { postId: String(post.id) }],
        ["reply_to_post", { postId: String(post.id), content: "I agree", replyTo: String(replyTo) }],
        ["like_post", { postId: String(post.id), liked: true }],
        ["get_news", { newsId: "1" }],
        ["list_posts", { authorId: String(maria.user.id), diseaseId: "1" }],
        ["search_community", { query: "thread", authorId: String(maria.user.id), diseaseId: "1" }],
        ["browse_news", { diseaseId: "1" }],
        ["create_post", { title: "From an agent", content: "Hello", diseaseId: "1" }],
        ["find_diseases", { category: "1" }],
        ["find_diseases", { diseaseId: "1" }],
        ["find_similar_discussions", { postId: String(post.id) }],
        ["mark_notifications_read", { notificationIds: ["1", 2] }]
      ]
      for (const [tool, args] of calls) {
        const { isError, text } = yield* agent.call(tool, args)
        strictEqual(isError, false, `${tool}: ${text}`)
      }
      const read = yield* agent.call("get_post", { postId: String(post.id) })
      strictEqual(at(read.json, "id"), post.id)
    })
  )

  it.scoped("and params that are null or an empty list count as none", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const session = yield* beginSession(maria.token)
      for (const params of [null, []]) {
        const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params }
        const listed = yield* answerTo({ as: maria.token, session, body, headers: { accept: "application/json" } })
        strictEqual(listAt(listed.body, "result", "tools").length, 13)
        const call = {
          jsonrpc: "2.0",
          id: 2,
          method: "tools/call",
          params: { name: "get_community_stats", arguments: params }
        }
        const told = yield* answerTo({ as: maria.token, session, body: call, headers: { accept: "application/json" } })
        strictEqual(
          at(told.body, "result", "structuredContent", "users") !== undefined,
          true,
          JSON.stringify(told.body)
        )
      }
    })
  )

  it.scoped("that read count as absent where an agent fills in an empty text or list", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const agent = yield* connectAs("streamable", maria)
      const calls: ReadonlyArray<readonly [tool: string, args: Readonly<Record<string, unknown>>]> = [
        ["search_community", { query: "thread" }],
        ["list_posts", {}],
        ["get_post", { postId: id }],
        ["browse_news", {}],
        ["find_diseases", { search: "marfan" }],
        ["find_diseases", { phenotypes: ["HP:0001166"] }],
        ["get_notifications", {}],
        ["find_similar_discussions", { text: "thread" }],
        ["find_similar_discussions", { postId: id }]
      ]
      const optional = (tool: string) =>
        tried.flatMap(({ argument, tool: of }) =>
          of === tool && required[tool]?.[argument] === undefined ? [argument] : []
        )
      for (const [tool, args] of calls) {
        const wanted = yield* agent.call(tool, args)
        strictEqual(wanted.isError, false, `${tool}: ${wanted.text}`)
        for (const empty of ["", " ", []]) {
          const filledIn = Object.fromEntries(optional(tool).map((argument) => [argument, empty]))
          const { json, text } = yield* agent.call(tool, { ...filledIn, ...args })
          deepStrictEqual(
            withoutViews(json),
            withoutViews(wanted.json),
            `${tool} with ${JSON.stringify(empty)}: ${text}`
          )
        }
      }
    })
  )

  it.scoped("that write are refused where they are empty", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const agent = yield* connectAs("streamable", maria)
      const calls: ReadonlyArray<readonly [tool: string, args: Readonly<Record<string, unknown>>]> = [
        ["create_post", { title: "From an agent", content: "For members", category: "topic" }],
        ["reply_to_post", { postId: id, content: "I agree" }],
        ["like_post", { postId: id }],
        ["mark_notifications_read", {}]
      ]
      for (const [tool, args] of calls)
        for (const { argument } of tried.filter((one) => one.tool === tool))
          for (const empty of argument === "idempotencyKey" ? [""] : ["", " "]) {
            const { isError, text } = yield* agent.call(tool, { ...args, [argument]: empty })
            strictEqual(isError, true, `${tool} with ${argument} ${JSON.stringify(empty)}: ${text}`)
          }
    })
  )

  it.scoped("say to ask find_diseases where a diseaseId is the name of a disease", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("streamable", yield* join())
      for (const [tool, args] of [
        ["list_posts", {}],
        ["search_community", { query: "thread" }],
        ["browse_news", {}],
        ["create_post", { title: "From an agent", content: "Hello" }],
        ["find_diseases", {}]
      ] as const) {
        const { isError, text } = yield* agent.call(tool, { ...args, diseaseId: "Marfan syndrome" })
        deepStrictEqual(
          [isError, /^diseaseId .*find_diseases with .*search/.test(text)],
          [true, true],
          `${tool}: ${text}`
        )
      }
    })
  )

  it.scoped("of mark_notifications_read that are wrong never advise to leave them out, which would mark all", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("streamable", yield* join())
      for (const notificationIds of ["all", ["x"], [null], {}, "1", 1]) {
        const { isError, text } = yield* agent.call("mark_notifications_read", { notificationIds })
        strictEqual(isError, true)
        assertTrue(/^notificationIds(\.0)? must be (a list|a number)(; you sent .*)?$/.test(text), text)
      }
    })
  )
})
