import { randomUUID } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Array, Effect, Redacted, Schedule, Struct } from "effect"
import { join, send } from "../support/Members.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at } from "../support/Wire.ts"
import { databases, onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, start, type Variables } from "./Program.ts"

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly isReplayed: boolean
}

/** A write, to be sent to any instance again and again. */
type Write = (url: string) => Effect.Effect<Answer, unknown>

const posting = (url: string, path: string, init: RequestInit) =>
  Effect.tryPromise(async () => {
    const response = await fetch(new URL(path, url), init)
    const isReplayed = response.headers.get("idempotency-replayed") === "true"
    return { status: response.status, body: JSON.parse(await response.text()), isReplayed }
  })

/** A write by REST under a key of its own. */
const rest = (method: string, path: string, as: string, body?: object): Write => {
  const headers = {
    "idempotency-key": randomUUID(),
    authorization: `Bearer ${as}`,
    ...(body === undefined ? {} : { "content-type": "application/json" })
  }
  return (url) => posting(url, path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
}

/** A write by RPC. */
const rpc = (tag: string, as: string, sent: object): Write => {
  const payload = { ...sent, idempotencyKey: randomUUID() }
  const body = JSON.stringify({ _tag: "Request", id: "1", tag, payload, headers: [] })
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/ndjson" }
  return (url) =>
    Effect.map(posting(url, "/api/rpc", { method: "POST", headers, body }), (answer) => ({
      ...answer,
      body: at(answer.body, "exit", "value")
    }))
}

/** A write by MCP, each time in a session of its own. */
const mcp = (name: string, as: string, sent: object): Write => {
  const input = { ...sent, idempotencyKey: randomUUID() }
  const connected = (url: string) =>
    Effect.acquireRelease(
      Effect.tryPromise(async () => {
        const requestInit = { headers: { authorization: `Bearer ${as}` } }
        const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", url), { requestInit })
        const client = new Client({ name: "test", version: "1.0.0" })
        // The cast: the SDK types its transports without `exactOptionalPropertyTypes`, and they are transports all the same.
        await client.connect(transport as Parameters<Client["connect"]>[0])
        return client
      }),
      (client) => Effect.promise(() => client.close())
    )
  return (url) =>
    Effect.scoped(
      Effect.flatMap(connected(url), (client) =>
        Effect.map(
          Effect.tryPromise(() => client.callTool({ name, arguments: input })),
          (result) => ({ status: 200, body: result.structuredContent, isReplayed: false })
        )
      )
    )
}

const text = { title: "A title", content: "Some text" }

/** Two members with a post each, and one write of each kind. */
const scene = (url: string) =>
  Effect.gen(function* () {
    const [maria, bob] = [yield* join(), yield* join()]
    const [as, other] = [Redacted.value(maria.token), Redacted.value(bob.token)]
    const publish = (token: string) =>
      Effect.map(rest("POST", "/api/posts", token, text)(url), ({ body }) => Number(at(body, "id")))
    const [mine, gone, bobs, liked] = [
      yield* publish(as),
      yield* publish(as),
      yield* publish(other),
      yield* publish(other)
    ]
    yield* rest("POST", `/api/posts/${mine}/comments`, other, { content: "A reply" })(url)
    const { id } = yield* maria.client.auth.createApiKey({ payload: { name: "to be revoked" } })
    const writes: Readonly<Record<string, Write>> = {
      revokeApiKey: rest("DELETE", "/api/auth/apikeys", as, { id }),
      post: rest("POST", "/api/posts", as, text),
      change: rest("PATCH", `/api/posts/${mine}`, as, { title: "Another" }),
      remove: rest("DELETE", `/api/posts/${gone}`, as),
      comment: rest("POST", `/api/posts/${bobs}/comments`, as, { content: "Text" }),
      toggle: rest("POST", `/api/posts/${bobs}/like`, as),
      give: rest("PUT", `/api/posts/${liked}/like`, as),
      profile: rest("PATCH", "/api/users/me", as, { bio: "Hello." }),
      markRead: rest("PATCH", "/api/notifications", as),
      postByRpc: rpc("create_post", as, text),
      replyByRpc: rpc("reply_to_post", as, { postId: bobs, content: "Text" }),
      toggleByRpc: rpc("like_post", as, { postId: mine }),
      readByRpc: rpc("mark_notifications_read", as, {}),
      postByMcp: mcp("create_post", as, text),
      replyByMcp: mcp("reply_to_post", as, { postId: bobs, content: "Text" }),
      toggleByMcp: mcp("like_post", other, { postId: mine }),
      readByMcp: mcp("mark_notifications_read", as, {})
    }
    return { maria, mine, bobs, writes }
  }).pipe(Effect.provide(clientOf(url)))

/** Three requests of each write, at once, to the instances in turn; each kind has one answer. */
const sendAll = (urls: ReadonlyArray<string>, writes: Readonly<Record<string, Write>>) =>
  Effect.forEach(Struct.entries(writes), ([name, write]) =>
    Effect.gen(function* () {
      const three = Array.makeBy(3, (index) => write(urls[index % urls.length] ?? ""))
      const answers = yield* Effect.all(three, { concurrency: "unbounded" })
      const [first] = answers
      expect(first?.status, `${name} ${JSON.stringify(first)}`).toBeLessThan(300)
      expect(first?.body, name).toBeDefined()
      for (const { body, status } of answers)
        expect({ name, body, status }).toEqual({ name, ...Struct.pick(first ?? { body, status }, "body", "status") })
      const replayed = answers.filter(({ isReplayed }) => isReplayed).length
      return { name, body: first?.body, replayed }
    })
  )

/** The effects that a scene's writes leave when each is made once. */
const checkEffects = ({ bobs, maria, mine }: Effect.Effect.Success<ReturnType<typeof scene>>, url: string) =>
  Effect.gen(function* () {
    const get = (path: string) => Effect.map(send("GET", path, { as: maria.token }), ({ body }) => body)
    const posts = yield* get(`/api/posts?authorId=${maria.user.id}`)
    const keys = yield* get("/api/auth/apikeys")
    const [answered, own] = [yield* get(`/api/posts/${bobs}`), yield* get(`/api/posts/${mine}`)]
    expect({
      posts: at(posts, "pagination", "total"),
      keys: at(keys, "data", "length"),
      comments: at(answered, "replyCount"),
      likes: at(answered, "likeCount"),
      ownLikes: at(own, "likeCount")
    }).toEqual({ posts: 4, keys: 0, comments: 3, likes: 1, ownLikes: 2 })
  }).pipe(Effect.provide(clientOf(url)))

const isRest = ({ name }: { readonly name: string }) => !/By(Rpc|Mcp)$/.test(name)

for (const database of databases) {
  describe(`Writes with an Idempotency-Key (${database.name})`, () => {
    it.scopedLive("have one effect and one answer at once, and after a SIGKILL and a restart", () =>
      Effect.gen(function* () {
        const variables = { ...unlimited, ...(yield* database.variables) }
        const before = yield* Effect.scoped(
          Effect.gen(function* () {
            const { ended, kill, url } = yield* start(variables)
            const all = yield* scene(url)
            const answers = yield* sendAll([url], all.writes)
            for (const { name, replayed } of answers.filter(isRest))
              expect({ name, replayed }).toEqual({ name, replayed: 2 })
            yield* kill("SIGKILL")
            yield* ended
            return { all, answers }
          })
        )
        const { url } = yield* start(variables)
        const after = yield* sendAll([url], before.all.writes)
        expect(after.map(({ body }) => body)).toEqual(before.answers.map(({ body }) => body))
        for (const { name, replayed } of after.filter(isRest)) expect({ name, replayed }).toEqual({ name, replayed: 3 })
        yield* checkEffects(before.all, url)
      })
    )

    it.scopedLive("that a SIGKILL cuts off can be sent again: none is lost, and none is made twice", () =>
      Effect.flatMap(database.variables, (chosen) => cutOff({ ...unlimited, ...chosen }))
    )
  })
}

/** Sends writes while the program is killed twice, each until it has an answer, and counts the effects. */
const cutOff = (variables: Variables) =>
  Effect.gen(function* () {
    const running = { url: "", answers: 0 }
    const patient = (write: Write) =>
      Effect.suspend(() => write(running.url)).pipe(
        Effect.filterOrFail(({ status }) => status < 300),
        Effect.retry(Schedule.spaced("50 millis")),
        Effect.tap(() => {
          running.answers++
        })
      )
    const lives = Effect.scoped(
      Effect.gen(function* () {
        const { ended, kill, url } = yield* start(variables)
        running.url = url
        const enough = running.answers + 30
        yield* Effect.repeat(
          Effect.sync(() => running.answers),
          { until: (count) => count >= enough, schedule: Schedule.spaced("2 millis") }
        )
        yield* kill("SIGKILL")
        yield* ended
      })
    )
    const first = yield* Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* start(variables)
        running.url = url
        return yield* Effect.provide(Effect.all([join(), join()]), clientOf(url))
      })
    )
    const writer = (member: (typeof first)[number]) =>
      Effect.forEach(Array.range(1, 60), (number) =>
        patient(rest("POST", "/api/posts", Redacted.value(member.token), { ...text, title: `Post ${number}` }))
      )
    const writing = yield* Effect.fork(Effect.forEach(first, writer, { concurrency: 2 }))
    yield* Effect.repeatN(lives, 1)
    const { url } = yield* start(variables)
    running.url = url
    const answers = (yield* writing).flat()
    expect(new Set(answers.map(({ body }) => at(body, "id"))).size).toBe(120)
    for (const { user } of first) {
      const { body } = yield* Effect.provide(send("GET", `/api/posts?authorId=${user.id}&limit=100`), clientOf(url))
      expect(at(body, "pagination", "total")).toBe(60)
    }
  })

describe("Writes with an Idempotency-Key through two instances (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined)("have one effect and one answer, in turn and at once", () =>
    Effect.gen(function* () {
      const variables = { ...unlimited, ...(yield* onServerOf(serverUrl ?? "")) }
      const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
      const urls = [one.url, two.url]
      const all = yield* scene(one.url)
      const answers = yield* sendAll(urls, all.writes)
      for (const { name, replayed } of answers.filter(isRest)) expect({ name, replayed }).toEqual({ name, replayed: 2 })
      const again = yield* sendAll(Array.reverse(urls), all.writes)
      expect(again.map(({ body }) => body)).toEqual(answers.map(({ body }) => body))
      yield* checkEffects(all, two.url)
    })
  )
})
