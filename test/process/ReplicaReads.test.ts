import { describe, expect, it } from "@effect/vitest"
import { Effect, type Redacted, Schedule, Redacted as Secret } from "effect"
import { cluster } from "../support/cluster/Cluster.ts"
import { binaries } from "../support/cluster/Programs.ts"
import { join, send } from "../support/Members.ts"
import { databaseUrl } from "../support/Templates.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at } from "../support/Wire.ts"
import { clientOf, logged, metricOf, start } from "./Program.ts"

type Instance = Effect.Effect.Success<ReturnType<typeof start>>

/** Reads of an instance that a server answered. */
const readsOf = (instance: Instance, server: "primary" | "replica") =>
  metricOf(instance, `database_reads_total{server="${server}"}`)

const get = (instance: Instance, path: string, as?: Redacted.Redacted) =>
  Effect.provide(send("GET", path, as === undefined ? {} : { as }), clientOf(instance.url))

/** Waits until an instance reads from the replica. */
const replicaIsRead = (instance: Instance) =>
  Effect.gen(function* () {
    const before = yield* readsOf(instance, "replica")
    yield* Effect.repeat(Effect.zipRight(get(instance, "/api/posts?limit=7&page=2"), readsOf(instance, "replica")), {
      until: (now) => now > before,
      schedule: Schedule.spaced("50 millis")
    }).pipe(Effect.timeout("20 seconds"))
  })

const warnings = ({ stdout }: Instance) =>
  Effect.map(
    stdout,
    (text) =>
      logged(text.slice(0, text.lastIndexOf("\n"))).filter(({ message }) =>
        String(message).startsWith("the replica of READ_DATABASE_URL is not read")
      ).length
  )

describe.skipIf(binaries === undefined)("Two instances with a streaming replica", () => {
  it.scopedLive(
    "show members their own writes at once on both while the replica is current, paused, lost and promoted, and read from it when they can",
    () =>
      Effect.gen(function* () {
        const { primary, replica } = yield* cluster
        yield* primary.query("create database community")
        const variables = {
          ...unlimited,
          DATABASE_URL: Secret.value(databaseUrl(primary.url, "community")),
          READ_DATABASE_URL: Secret.value(databaseUrl(replica.url, "community"))
        }
        const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
        const instances = [one, two]
        const maria = yield* Effect.provide(join(), clientOf(one.url))
        const lind = yield* Effect.provide(join("expert"), clientOf(two.url))
        let total = 0

        /** Writes on each instance, and reads on both, as the writer, as another member, and as nobody. */
        const round = Effect.gen(function* () {
          for (const writer of instances) {
            const client = clientOf(writer.url)
            const posted = yield* Effect.provide(
              send("POST", "/api/posts", { as: maria.token, body: { title: `Post ${++total}`, content: "Text" } }),
              client
            )
            expect(posted.status).toBe(201)
            const id = at(posted.body, "id")
            const commented = yield* Effect.provide(
              send("POST", `/api/posts/${id}/comments`, { as: lind.token, body: { content: "An answer" } }),
              client
            )
            expect(commented.status).toBe(201)
            for (const reader of instances) {
              const listed = yield* get(reader, "/api/posts", maria.token)
              expect([at(listed.body, "data", 0, "id"), at(listed.body, "pagination", "total")]).toEqual([id, total])
              const post = yield* get(reader, `/api/posts/${id}`, lind.token)
              expect([post.status, at(post.body, "replyCount")]).toEqual([200, 1])
              const inbox = yield* get(reader, "/api/notifications", maria.token)
              expect(at(inbox.body, "unreadCount")).toBe(total)
            }
          }
          for (const reader of instances) {
            // A cached answer has all that its instance has delivered.
            const seen = Number(at((yield* get(reader, "/api/posts?limit=5")).body, "pagination", "total"))
            expect(seen).toBeGreaterThanOrEqual(total - 1)
          }
        })
        const rounds = (times: number) => Effect.repeatN(round, times - 1)

        yield* Effect.forEach(instances, replicaIsRead)
        yield* rounds(10)
        const shares = yield* Effect.forEach(instances, (instance) =>
          Effect.map(
            Effect.all([readsOf(instance, "primary"), readsOf(instance, "replica")]),
            ([ofPrimary, ofReplica]) => ofReplica / (ofPrimary + ofReplica)
          )
        )
        expect(Math.min(...shares)).toBeGreaterThan(0.5)

        yield* replica.query("select pg_wal_replay_pause()")
        yield* rounds(3)
        const paused = yield* readsOf(one, "replica")
        yield* rounds(3)
        expect(yield* readsOf(one, "replica")).toBe(paused)
        yield* Effect.repeat(warnings(one), { until: (count) => count === 1, schedule: Schedule.spaced("50 millis") })
        yield* replica.query("select pg_wal_replay_resume()")
        yield* Effect.forEach(instances, replicaIsRead)
        yield* rounds(3)
        expect(yield* warnings(one)).toBe(1)

        const killed = yield* Effect.fork(replica.stop("immediate"))
        yield* rounds(5)
        yield* killed
        yield* rounds(2)
        yield* replica.start
        yield* Effect.forEach(instances, replicaIsRead)
        yield* rounds(2)

        yield* replica.promote
        yield* Effect.repeat(warnings(one), { until: (count) => count === 3, schedule: Schedule.spaced("50 millis") })
        const promoted = yield* readsOf(one, "replica")
        yield* rounds(2)
        expect(yield* readsOf(one, "replica")).toBe(promoted)
      }),
    120_000
  )
})
