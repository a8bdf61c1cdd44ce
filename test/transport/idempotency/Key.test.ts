import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { account, type Member, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { exitOf } from "../../support/Raw.ts"
import { databases } from "../../support/Storage.ts"
import { type Answer, at, refused, refusedFor } from "../../support/Wire.ts"

const isReplayed = ({ headers }: Answer) => headers["idempotency-replayed"] === "true"

const idOf = ({ body }: Answer) => at(body, "id")

/** Creates a post with a header, the same one each time. */
const poster = ({ token }: Pick<Member, "token">) => {
  const body = { title: unique(), content: unique() }
  return (key: string) => send("POST", "/api/posts", { as: token, body, headers: { "idempotency-key": key } })
}

layer(community(Memory.layer), { excludeTestServices: true })("Idempotency-Key", (it) => {
  it.effect("is any printable ASCII text, or a string of Structured Fields", () =>
    Effect.gen(function* () {
      const post = poster(yield* join())
      for (const [sent, same] of [
        ["abc", '"abc"'],
        ['"a \\"b\\" \\\\"', 'a "b" \\'],
        ["x".repeat(255), `"${"x".repeat(255)}"`],
        ["a, b", '"a, b"']
      ] as const) {
        const [first, again] = [yield* post(sent), yield* post(same)]
        deepStrictEqual([first.status, isReplayed(first), isReplayed(again)], [201, false, true])
        strictEqual(idOf(again), idOf(first))
      }
      for (const bad of ["", '""', "x".repeat(256), '"abc', '"a"b"', '"abc";q=1', "ä", "a\tb"]) {
        refusedFor(yield* post(bad), 400, /^Idempotency-Key must be 1 to 255 printable ASCII/)
      }
    })
  )

  it.effect("is the caller's own: another member's request is another one, whatever credential each has", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
      const body = { title: unique(), content: unique() }
      const post = (as: Redacted.Redacted) =>
        send("POST", "/api/posts", { as, body, headers: { "idempotency-key": "the same" } })
      const [first, byKey, others] = [yield* post(maria.token), yield* post(key), yield* post(bob.token)]
      deepStrictEqual([isReplayed(byKey), idOf(byKey)], [true, idOf(first)])
      deepStrictEqual([isReplayed(others), idOf(others) === idOf(first)], [false, false])
      yield* maria.client.auth.logout()
      refused(yield* post(maria.token), 401)
      strictEqual((yield* post(key)).status, 201)
    })
  )

  it.effect("is ignored where the answer carries a secret, and by logout", () =>
    Effect.gen(function* () {
      const { client, payload, token } = yield* join()
      const login = { email: payload.email, password: Redacted.value(payload.password) }
      const { id } = yield* client.auth.createApiKey({ payload: { name: "agent" } })
      const headers = { "idempotency-key": "the same" }
      for (const [path, member, options] of [
        ["/api/auth/login", "token", { body: login }],
        ["/api/auth/apikeys", "key", { as: token, body: { name: "agent" } }],
        [`/api/auth/apikeys/${id}/rotate`, "key", { as: token }]
      ] as const) {
        const [one, two] = [
          yield* send("POST", path, { ...options, headers }),
          yield* send("POST", path, { ...options, headers })
        ]
        deepStrictEqual([one.status < 300, two.status, isReplayed(two)], [true, one.status, false], path)
        assertTrue(at(one.body, member) !== at(two.body, member), path)
      }
      const register = send("POST", "/api/auth/register", { body: account(), headers })
      deepStrictEqual([(yield* register).status, (yield* register).status], [201, 409])
      const logout = send("POST", "/api/auth/logout", { as: token, headers })
      strictEqual((yield* logout).status, 200)
      refused(yield* logout, 401)
    })
  )

  it.effect("replays the id of an answer over 64 kB, with its status and Location; RPC tells to read it", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const [title, idempotencyKey] = [unique(), unique()]
      const content = "漢".repeat(19_000)
      const headers = { "idempotency-key": idempotencyKey }
      const post = send("POST", "/api/posts", { as: token, body: { title, content }, headers })
      const [first, again] = [yield* post, yield* post]
      strictEqual(at(first.body, "content"), content)
      deepStrictEqual(
        [again.status, again.body, again.headers["location"], isReplayed(again)],
        [201, { id: idOf(first) }, first.headers["location"], true]
      )
      const call = exitOf(token, "create_post", { title, content, idempotencyKey: unique() })
      const id = at(yield* call, "value", "id")
      const error = at(yield* call, "cause", "error")
      deepStrictEqual(
        [at(error, "_tag"), at(error, "reason"), at(error, "id")],
        ["IdempotencyConflict", "tooLongToReplay", id]
      )
    })
  )

  it.effect("may be sent by the typed client, which fails with Conflict for the key of another request", () =>
    Effect.gen(function* () {
      const { client } = yield* join()
      const payload = { title: unique(), content: unique() }
      const create = client.posts.create({ payload, idempotencyKey: "typed" })
      strictEqual((yield* create).id, (yield* create).id)
      const other = client.posts.create({ payload: { ...payload, title: "Another" }, idempotencyKey: "typed" })
      strictEqual((yield* Effect.flip(other))._tag, "Conflict")
      assertTrue((yield* client.posts.create({ payload })).id !== (yield* create).id)
    })
  )
})

layer(community(Memory.layer, { RATE_LIMIT_WRITE: "2", RATE_LIMIT_POST: "0" }), { excludeTestServices: true })(
  "A replay",
  (it) => {
    it.effect("counts in the rate limits as any request", () =>
      Effect.gen(function* () {
        const post = poster(yield* join())
        strictEqual((yield* post("a key")).headers["ratelimit-remaining"], "1")
        strictEqual((yield* post("a key")).headers["ratelimit-remaining"], "0")
        refused(yield* post("a key"), 429)
      })
    )
  }
)

for (const { client, name } of databases) {
  const lines: Array<string> = []
  const logging = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.structuredLogger, (line) => void lines.push(JSON.stringify(line)))
  )
  const served = community(Layer.provide(Sql.layer, client), {}, logging)

  layer(Layer.merge(served, client), { excludeTestServices: true })(`${name}: the records of writes`, (it) => {
    it.effect("hold no key and no request, and neither does the log", () =>
      Effect.gen(function* () {
        const key = unique()
        const { payload, token } = yield* join()
        const oldPassword = Redacted.value(payload.password)
        const newPassword = `${oldPassword}!`
        const changed = yield* send("POST", "/api/auth/password", {
          as: token,
          body: { oldPassword, newPassword },
          headers: { "idempotency-key": key }
        })
        strictEqual(changed.status, 200)
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`select * from idempotency_records`
        strictEqual(rows.length, 1)
        for (const text of [JSON.stringify(rows), ...lines]) {
          for (const secret of [key, oldPassword, newPassword]) assertTrue(!text.includes(secret), text)
        }
        assertTrue(lines.some((line) => line.includes("/api/auth/password")))
      })
    )

    it.effect("are stored with their effects or not at all: a failing record undoes posts, likes and keys", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { client, token } = yield* join()
        const { id } = yield* publish({ client, token } as Member)
        const counts = sql`select (select count(*) from posts) as posts, (select count(*) from likes) as likes,
          (select count(*) from comments) as comments, (select count(*) from users where bio is not null) as bios,
          (select count(*) from outbox) as changes, (select count(*) from idempotency_records) as records`
        const before = yield* counts
        yield* sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`
        yield* sql`create trigger refuse before insert on idempotency_records for each row execute function refuse()`
        const headers = { "idempotency-key": unique() }
        const keyed = (method: "POST" | "PUT" | "PATCH", path: string, body?: object) =>
          send(method, path, { as: token, headers, ...(body === undefined ? {} : { body }) })
        const writes = [
          keyed("POST", "/api/posts", { title: "A title", content: "Text" }),
          keyed("POST", `/api/posts/${id}/comments`, { content: "Text" }),
          keyed("PUT", `/api/posts/${id}/like`),
          keyed("PATCH", "/api/users/me", { bio: "Text" })
        ]
        for (const write of writes) refused(yield* write, 500)
        deepStrictEqual(yield* counts, before)
        yield* sql`drop trigger refuse on idempotency_records`
        const [first = Effect.dieMessage("no write")] = writes
        deepStrictEqual([(yield* first).status, isReplayed(yield* first)], [201, true])
      })
    )
  })
}
