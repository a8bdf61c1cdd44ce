import { readdirSync, readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Layer, Redacted, Schema } from "effect"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import { StarterDiseases, StarterNews } from "../../src/ports/ContentFiles.ts"
import { join, send } from "../support/Members.ts"
import { unlimited } from "../support/Unlimited.ts"
import { until } from "../support/Waiting.ts"
import { at } from "../support/Wire.ts"
import { emptyOnServer, serverUrl } from "./Databases.ts"
import { clientOf, start } from "./Program.ts"
import { clientAs } from "./Writers.ts"

const content = <A, I>(name: string, schema: Schema.Schema<A, I>) =>
  Schema.decodeSync(Schema.parseJson(schema))(
    readFileSync(new URL(`../../content/${name}.json`, import.meta.url), "utf8")
  )

const { diseases } = content("diseases", StarterDiseases)
const { items } = content("news", StarterNews)

/** Calls tools of an instance by MCP, until the scope ends. */
const toolsAt = (url: string, token: Redacted.Redacted) =>
  Effect.gen(function* () {
    const headers = { authorization: `Bearer ${Redacted.value(token)}` }
    const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", url), { requestInit: { headers } })
    const client = new Client({ name: "test", version: "1.0.0" })
    yield* Effect.acquireRelease(
      // The cast: the SDK types its transports without `exactOptionalPropertyTypes`, and they are transports all the same.
      Effect.promise(() => client.connect(transport as Parameters<Client["connect"]>[0])),
      () => Effect.promise(() => client.close())
    )
    return (name: string) => Effect.promise(() => client.callTool({ name }))
  })

const post = { title: "From one to the other", content: "Do you see this?", category: "topic" } as const

// The embedded database is for one process alone, and refuses a second (Start.test.ts).
describe("Two instances that start together on an empty database (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined)(
    "both start with one starter catalogue, and serve each other's members and writes",
    () =>
      Effect.gen(function* () {
        const variables = { ...unlimited, ...(yield* emptyOnServer(serverUrl ?? "")) }
        const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
        const maria = yield* Effect.provide(join(), clientOf(one.url))
        const lind = yield* Effect.provide(join("expert"), clientOf(two.url))
        const marias = yield* clientAs({ ...maria, ...maria.user, tried: new Set() }, two.url)
        const linds = yield* clientAs({ ...lind, ...lind.user, tried: new Set() }, one.url)

        const statistics = yield* marias.statistics.get()
        expect(statistics).toMatchObject({ diseases: diseases.length, news: items.length, users: 2, experts: 1 })
        const listed = yield* marias.diseases.list({ urlParams: { search: "marfan syndrome" } })
        expect(listed.data.filter(({ name }) => name === "Marfan syndrome")).toHaveLength(1)

        const { id } = yield* marias.posts.create({ payload: post })
        yield* until(Effect.map(linds.posts.list({ urlParams: {} }), ({ data }) => data.some((it) => it.id === id)))
        yield* linds.comments.create({ path: { id }, payload: { content: "I do." } })
        yield* until(Effect.map(marias.notifications.list({ urlParams: {} }), ({ unreadCount }) => unreadCount === 1))
        const read = yield* linds.posts.get({ path: { id } })
        expect(read).toMatchObject({ replyCount: 1, comments: [{ content: "I do." }] })

        // A response cached here is no older than a write of its reader there.
        const mariasHere = yield* clientAs({ ...maria, ...maria.user, tried: new Set() }, one.url)
        for (let times = 0; times < 20; times++) {
          const { pagination } = yield* mariasHere.posts.list({ urlParams: {} })
          const { id } = yield* marias.posts.create({ payload: post })
          const listed = yield* mariasHere.posts.list({ urlParams: {} })
          expect([listed.data[0]?.id, listed.pagination.total]).toEqual([id, pagination.total + 1])
        }
        const callHere = yield* toolsAt(one.url, maria.token)
        for (let times = 0; times < 20; times++) {
          yield* callHere("list_posts")
          const { id } = yield* marias.posts.create({ payload: post })
          expect(at(yield* callHere("list_posts"), "structuredContent", "data", 0, "id")).toBe(id)
        }

        yield* marias.auth.logout()
        yield* until(
          Effect.map(
            Effect.provide(send("GET", "/api/notifications", { as: maria.token }), clientOf(one.url)),
            ({ status }) => status === 401
          )
        )
      })
  )

  // Processes seldom come to the same statement at the same moment, so the race itself is run inside this one.
  it.scopedLive.skipIf(serverUrl === undefined)("migrate it once, at whatever moment they come to it", () =>
    Effect.gen(function* () {
      const { DATABASE_URL = "" } = yield* emptyOnServer(serverUrl ?? "")
      const database = Database.migrated(Database.server(Redacted.make(DATABASE_URL), 2))
      const migrated = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select migration_id from schema_migrations`)
      const seen = yield* Effect.all(
        Array.from({ length: 8 }, () => Effect.provide(migrated, Layer.fresh(database))),
        {
          concurrency: "unbounded"
        }
      )
      const files = readdirSync(new URL("../../migrations/", import.meta.url)).filter((name) => name.endsWith(".sql"))
      expect(seen.map((rows) => rows.length)).toEqual(Array.from({ length: 8 }, () => files.length))
    })
  )
})
