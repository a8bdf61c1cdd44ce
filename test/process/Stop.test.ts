import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import * as CommunityClient from "../../src/client/CommunityClient.ts"
import { Registration } from "../../src/domain/accounts/Account.ts"
import { join, registration, send } from "../support/Members.ts"
import { open, refusesNew } from "./Connection.ts"
import { onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, dataDir, folder, launch, logged, type Program, start } from "./Program.ts"
import { silentProxy } from "./SilentProxy.ts"

/** Asserts that the program ended by itself, with code 0, in time, and left no process behind. */
const expectGoodEnd = (program: Omit<Program, "url">) =>
  Effect.gen(function* () {
    expect(yield* program.ended).toEqual({ code: 0, signal: null })
    expect(yield* program.stderr).toBe("")
    yield* program.gone
  }).pipe(Effect.timeout("1 minute"))

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

const post = { title: "Before the restart", content: "Still **here**?", category: "topic" } as const

describe("SIGTERM to the server", () => {
  it.scopedLive("finishes requests in flight, answers new ones 503, and a restart finds every write", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* folder
      const first = yield* start({ DATA_DIR })
      const { created, maria } = yield* Effect.gen(function* () {
        const maria = yield* join()
        const created = yield* maria.client.posts.create({ payload: post })
        return { maria, created }
      }).pipe(Effect.provide(clientOf(first.url)))

      const late = registration()
      const body = JSON.stringify(yield* Schema.encode(Registration)(late))
      const slow = yield* open(first.url)
      yield* slow.send(
        "POST /api/auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
          `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
      )
      yield* slow.until(/^HTTP\/1.1 100 /)
      const idle = yield* open(first.url)
      yield* idle.send(get("/health"))
      expect(yield* idle.until(/\r\n\r\n.*}/)).toMatch(/^HTTP\/1.1 200 /)

      yield* first.kill("SIGTERM")
      yield* refusesNew(first.url)
      yield* idle.send(get("/health"))
      const refused = yield* idle.until(/\r\n\r\n.*}/)
      expect(refused).toMatch(/^HTTP\/1.1 503 /)
      expect(refused).toMatch(/^retry-after: \d+\r$/im)
      expect(refused).toMatch(/\r\n\r\n\{"error":"[^"]+"\}$/)
      yield* slow.send(body)
      expect(yield* slow.until(/\r\n\r\n.*}/s)).toMatch(/^HTTP\/1.1 201 /)
      yield* expectGoodEnd(first)
      const messages = logged(yield* first.stdout).map(({ message }) => message)
      expect(messages.at(-1)).toMatch(/^stopped after \d+\.\d s$/)
      expect(messages.filter((message) => message === "shutting down: SIGTERM")).toHaveLength(1)

      const second = yield* start({ DATA_DIR })
      yield* Effect.gen(function* () {
        const { auth, posts } = yield* CommunityClient.make()
        const { email, password } = late
        const { user } = yield* auth.login({ payload: { email, password: Redacted.value(password) } })
        expect(user.username).toBe(late.username)
        const read = yield* posts.get({ path: { id: created.id } })
        expect(read).toMatchObject({ title: post.title, contentHtml: created.contentHtml })
        expect((yield* send("GET", "/api/notifications", { as: maria.token })).status).toBe(200)
      }).pipe(Effect.provide(clientOf(second.url)))
    })
  )

  it.scopedLive("passes through `npm start`, and leaves no process behind", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* dataDir
      const program = yield* launch({ DATA_DIR }, ["npm", "start"])
      const url = yield* program.url
      yield* program.kill("SIGTERM")
      expect(yield* Effect.timeout(program.ended, "1 minute")).toEqual({ code: 0, signal: null })
      yield* program.gone
      yield* refusesNew(url)
      yield* start({ DATA_DIR })
    })
  )

  it.scopedLive.skipIf(serverUrl === undefined)(
    "ends well and in time while the database is silent, views unwritten",
    () =>
      Effect.gen(function* () {
        const { DATABASE_URL = "" } = yield* onServerOf(serverUrl ?? "")
        const proxy = yield* silentProxy(DATABASE_URL)
        const program = yield* start({ DATABASE_URL: proxy.url })
        yield* Effect.gen(function* () {
          const maria = yield* join()
          const { id } = yield* maria.client.posts.create({ payload: post })
          yield* send("GET", `/api/posts/${id}`, {})
          yield* proxy.freeze
        }).pipe(Effect.provide(clientOf(program.url)))
        yield* program.kill("SIGTERM")
        yield* expectGoodEnd(program)
        expect(yield* program.stdout).toContain("shutting down: SIGTERM")
      })
  )
})
