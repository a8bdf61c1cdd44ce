import type { HttpServer } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, DateTime, Effect, Layer, Option, Schedule } from "effect"
import { describe } from "vitest"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../../../src/adapters/postgres/connection/Sql.ts"
import { MailRepo } from "../../../../src/ports/mail/MailRepo.ts"
import { community } from "../../../support/Community.ts"
import { rows } from "../../../support/EndpointRows.ts"
import { type Defined, endpoints } from "../../../support/Endpoints.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { ask, exitOf, pastCache } from "../../../support/Raw.ts"
import { open } from "../../../support/Reader.ts"
import { world } from "../../../support/rows/World.ts"
import { databases, ownDatabase } from "../../../support/Storage.ts"
import { withEngine, withMail } from "../../../support/Unlimited.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { connectAs } from "../../mcp/Clients.ts"
import { cookieFor, open as openPage } from "../../web/support/Browse.ts"
import { decide, report } from "../moderation/Given.ts"

/**
 * What a later version does to a database that this one shares: its migrations allow more words, and each change that it
 * appends to the outbox is of a kind that this one does not know. The fan-out reads published texts by their kinds.
 */
const upgraded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [table, check] of [
    ["notifications", "notifications_type_check"],
    ["notifications", "notifications_references_check"],
    ["decisions", "decisions_action_check"],
    ["reports", "reports_reason_check"],
    ["outgoing_mail", "outgoing_mail_kind_check"]
  ] as const) {
    yield* sql`alter table ${sql(table)} drop constraint ${sql(check)}`
  }
  yield* sql`
    create function later_kind() returns trigger language plpgsql as $$ begin
      new.kind := 'later_' || new.kind;
      return new;
    end $$`
  yield* sql`
    create trigger later_kind before insert on outbox for each row when (new.kind not like '%published')
    execute function later_kind()`
})

/** A notification of a later version, about nothing that this one knows. */
const laterNotification = ({ user }: Member) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      with told as (
        insert into notifications (recipient_id, type, created_at) values (${user.id}, 'badge', now()) returning id
      )
      insert into outbox (kind, id, user_id) select 'notification', id, ${user.id} from told`
  )

const nameOf = ({ endpoint, group }: Defined) => `${group}.${endpoint.name}`

const writes = endpoints.filter(({ endpoint }) => endpoint.method !== "GET").filter((one) => nameOf(one) in rows)

const generic = "there is something new for you"

const read = (path: string, { token }: Member) =>
  Effect.map(ask("GET", path, { as: token }), ({ status, text }) => ({
    status,
    text: text.replace(/"(viewCount|generatedAt|activeUsers30d|weeks)":("[^"]*"|\d+|\[\{"week"[^\]]*\])/g, "")
  }))

/** Compares cached responses with those that are read past the cache. */
const isFresh = (paths: ReadonlyArray<string>, reader: Member) =>
  Effect.forEach(paths, (path) =>
    Effect.gen(function* () {
      const cached = yield* read(path, reader)
      deepStrictEqual(cached, yield* read(pastCache(path), reader))
      strictEqual(cached.status, 200)
      return cached.text
    })
  )

// Any database: the statements are the same on each.
for (const { client: database, name } of databases.slice(-1)) {
  const client = Layer.tap(database, (context) => Effect.provide(upgraded, context))
  const server = Layer.merge(community(Layer.provide(Sql.layer, client), { ...withMail, ...withEngine }), client)
  layer(server, { excludeTestServices: true })(`${name}: beside a later version`, (it) => {
    for (const defined of writes) {
      it.effect(`${nameOf(defined)} is answered as ever`, () =>
        Effect.gen(function* () {
          const stage = yield* world
          const row = yield* Effect.fromNullable(rows[nameOf(defined)])
          const { ask: asked, status } = row(stage)
          const { as = stage.maria.token, body, headers = {}, path } = asked
          const sent = { as, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
          const answered = yield* ask(defined.endpoint.method, path, sent)
          strictEqual(answered.status, status, answered.text)
        })
      )
    }

    it.effect("no response is stale after a write", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const { id } = yield* publish(maria)
        const paths = [
          "/api/posts",
          `/api/posts/${id}`,
          `/api/posts/${id}/comments`,
          "/api/stats",
          "/api/notifications"
        ]
        let before = yield* isFresh(paths, maria)
        for (const write of [answer(bob, id), bob.client.likes.give({ path: { id } }), publish(bob)]) {
          yield* write
          const after = yield* isFresh(paths, maria)
          assertTrue(after[0] !== before[0] && after[3] !== before[3])
          before = after
        }
      })
    )

    it.scoped("a notification of a later version is listed, streamed, counted and exported with its own type", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const stream = yield* open({ as: maria.token })
        yield* stream.take(1)
        yield* laterNotification(maria)
        const listed = yield* send("GET", "/api/notifications", { as: maria.token })
        deepStrictEqual([listed.status, at(listed.body, "unreadCount")], [200, 1])
        const [one] = listAt(listed.body, "data")
        const told = {
          type: at(one, "type"),
          message: at(one, "message"),
          actor: at(one, "actor"),
          post: at(one, "post")
        }
        deepStrictEqual(told, { type: "badge", message: generic, actor: null, post: null })
        const replayed = yield* open({ as: maria.token, lastEventId: "0" })
        // An unknown change may have asked for a `resync` before.
        const event = yield* Effect.repeat(replayed.next, { until: (one) => one.event === "notification" })
        strictEqual(at(event.data, "type"), "badge")
        const { data } = yield* maria.client.notifications.list({ urlParams: {} })
        deepStrictEqual(
          data.map(({ message, type }): ReadonlyArray<string> => [type, message]),
          [["badge", generic]]
        )
        const agent = yield* connectAs("streamable", maria)
        const { json, text } = yield* agent.call("get_notifications")
        deepStrictEqual([at(json, "data", 0, "type"), text.includes(generic)], ["badge", true])
        const rpc = yield* exitOf(maria.token, "get_notifications", {})
        deepStrictEqual(at(rpc, "value", "data", 0, "type"), "badge")
        const exported = yield* ask("GET", "/api/users/me/export", { as: maria.token })
        assertTrue(exported.text.includes('"event":"badge"'), exported.text)
        const marked = yield* send("PATCH", "/api/notifications", { as: maria.token })
        deepStrictEqual(marked.body, { updated: 1, unreadCount: 0 })
      })
    )

    for (const [language, words] of [
      ["en", "something new for you"],
      ["de", "etwas Neues für Sie"],
      ["fr", "du nouveau pour vous"]
    ] as const) {
      it.effect(`the page of notifications says ${words}`, () =>
        Effect.gen(function* () {
          const maria = yield* join()
          yield* laterNotification(maria)
          const page = yield* openPage(`/notifications?lang=${language}`, { cookie: cookieFor(maria) })
          deepStrictEqual([page.status, page.text.includes(words)], [200, true])
        })
      )
    }

    it.effect("actions, reasons and entries of the audit log that a later version added are read", () =>
      Effect.gen(function* () {
        const [admin, mod, maria, bob] = [yield* joinAdmin, yield* joinModerator, yield* join(), yield* join()]
        const { id } = yield* publish(maria)
        const target = { type: "post" as const, id }
        const reported = yield* report(bob.token, target)
        const decided = yield* decide(mod.token, target, "hide")
        const sql = yield* SqlClient.SqlClient
        const decisionId = Number(at(decided.body, "id"))
        yield* sql`update decisions set action = 'warn' where id = ${decisionId}`
        yield* sql`update reports set reason = 'impersonation' where id = ${Number(at(reported.body, "id"))}`
        yield* sql`
          insert into audit_log (at, action, actor_id, user_id) values (now(), 'warned', ${mod.user.id}, ${maria.user.id})`
        for (const [path, member, word] of [
          [`/api/decisions/${decisionId}`, maria, "warn"],
          ["/api/decisions", mod, "warn"],
          ["/api/reports", bob, "impersonation"],
          ["/api/reports?limit=100", mod, "impersonation"],
          ["/api/audit", admin, "warned"],
          ["/api/users/me/export", maria, "warn"]
        ] as const) {
          const { status, text } = yield* read(path, member)
          deepStrictEqual([path, status, text.includes(`"${word}"`)], [path, 200, true])
        }
        for (const path of [`/decisions/${decisionId}`, "/decisions"]) {
          strictEqual((yield* openPage(path, { cookie: cookieFor(mod) })).status, 200)
        }
        strictEqual((yield* openPage("/moderation", { cookie: cookieFor(mod) })).status, 200)
        strictEqual((yield* openPage("/admin", { cookie: cookieFor(admin) })).status, 200)
        const appealed = yield* send("POST", `/api/decisions/${decisionId}/appeal`, {
          as: maria.token,
          body: { text: "It is not so." }
        })
        strictEqual(appealed.status, 409)
      })
    )

    it.effect("a mail of a later version is left to its instances", () =>
      Effect.gen(function* () {
        const { claim, nextDue } = yield* MailRepo
        const sql = yield* SqlClient.SqlClient
        yield* sql`delete from outgoing_mail`
        yield* sql`
          insert into outgoing_mail (kind, address, created_at, due_at) values ('welcome', 'a@example.org', now(), now())`
        const soon = DateTime.add(yield* DateTime.now, { hours: 1 })
        deepStrictEqual([yield* nextDue, yield* claim(soon, soon)], [Option.none(), Option.none()])
      })
    )
  })
}

const url = process.env["TEST_DATABASE_URL"]

/** Two instances on one database of a PostgreSQL server; only one of them is upgraded, as it seems to the other. */
describe.skipIf(url === undefined)("server: two instances", () => {
  class Instances extends Context.Tag("test/Instances")<
    Instances,
    ReadonlyArray<Context.Context<HttpServer.HttpServer>>
  >() {}
  const two = Layer.unwrapScoped(
    Effect.gen(function* () {
      const client = Layer.fresh(Database.server(yield* ownDatabase(url ?? "", "empty"), 5))
      yield* Effect.scoped(Effect.flatMap(Layer.build(client), (context) => Effect.provide(upgraded, context)))
      const instance = Layer.fresh(community(Layer.provide(Sql.layer, client)))
      const [one, other] = [yield* Layer.build(instance), yield* Layer.build(instance)]
      return Layer.merge(Layer.succeedContext(one), Layer.succeed(Instances, [one, other]))
    })
  )
  layer(two, { excludeTestServices: true })("of two versions on one database", (it) => {
    it.effect("a member reads what was written on the other one, and no cache is stale", () =>
      Effect.gen(function* () {
        const [one, other] = yield* Instances
        if (one === undefined || other === undefined) return yield* Effect.dieMessage("there are two instances")
        const [maria, bob] = [yield* join(), yield* join()]
        const { id } = yield* publish(maria)
        const paths = ["/api/posts", `/api/posts/${id}`, "/api/stats", "/api/notifications"]
        let before = yield* Effect.provide(isFresh(paths, maria), other)
        const like = ask("PUT", `/api/posts/${id}/like`, { as: bob.token })
        const comment = ask("POST", `/api/posts/${id}/comments`, { as: bob.token, body: '{"content":"Yes"}' })
        for (const write of [comment, like, ask("DELETE", `/api/posts/${id}/like`, { as: bob.token }), comment]) {
          yield* write
          const post = Effect.provide(read(`/api/posts/${id}`, maria), other)
          // An instance without wake-ups reads the outbox each second, and a notification comes after its comment.
          const awhile = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(200))
          yield* Effect.repeat(post, { until: ({ text }) => text !== before[1], schedule: awhile })
          const fresh = Effect.sandbox(Effect.provide(isFresh(paths, maria), other))
          before = yield* Effect.retry(fresh, awhile).pipe(Effect.unsandbox)
        }
      })
    )
  })
})
