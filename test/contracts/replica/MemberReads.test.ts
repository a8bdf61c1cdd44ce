import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Context, Effect, Layer, Metric, Option, Schedule } from "effect"
import * as Database from "../../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import * as Replicated from "../../../src/adapters/postgres/replica/Replicated.ts"
import { databaseReads } from "../../../src/concurrency/Metrics.ts"
import { CurrentUser, type SignedInUser, sessionCredential, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import type { Role } from "../../../src/domain/accounts/Role.ts"
import { UsersRepo } from "../../../src/ports/UsersRepo.ts"
import { cluster } from "../../support/cluster/Cluster.ts"
import { binaries } from "../../support/cluster/Programs.ts"
import { databaseUrl } from "../../support/Templates.ts"
import { newUser } from "../newRows.ts"

const readsOfReplica = Effect.map(Metric.value(databaseReads.replica), ({ count }) => Number(count))

describe.skipIf(binaries === undefined)("A replica that lags", () => {
  it.scopedLive(
    "shows a member what they wrote through another instance, of which this one has not heard",
    () =>
      Effect.gen(function* () {
        const { primary, replica } = yield* cluster
        yield* primary.query("create database community")
        const [here, there] = [primary, replica].map(({ url }) => databaseUrl(url, "community"))
        if (here === undefined || there === undefined) throw new Error("there are two servers")
        const other = Context.get(yield* Layer.build(Layer.provide(Sql.layer, migratedOf(here))), UsersRepo)
        const own = yield* Layer.build(Layer.provide(Replicated.layer(there, 4), Database.server(here, 4)))
        const users = Context.get(own, UsersRepo)
        const id = yield* Effect.provideService(newUser(), UsersRepo, other)
        const member: SignedInUser = {
          id,
          role: "user",
          username: "maria",
          credential: sessionCredential(1, Option.none())
        }
        const read = Effect.map(users.detail(id), ({ role }) => role)

        for (const round of [1, 2, 3, 4, 5]) {
          const before = yield* readsOfReplica
          yield* Effect.repeat(Effect.zipRight(read, readsOfReplica), {
            until: (now) => now > before,
            schedule: Schedule.spaced("20 millis")
          })
          yield* replica.query("select pg_wal_replay_pause()")
          const role: Role = round % 2 === 0 ? "user" : "expert"
          const change = { username: Option.none(), bio: Option.none(), role: Option.some(role) }
          yield* other.update(id, change)
          const seen = [
            yield* Effect.provideService(read, CurrentUser, member),
            yield* Effect.provideService(read, Viewer, Option.some(member))
          ]
          yield* replica.query("select pg_wal_replay_resume()")
          deepStrictEqual(seen, [role, role])
        }
      }),
    60_000
  )
})

const migratedOf = (url: Parameters<typeof Database.server>[0]) => Database.migrated(Database.server(url, 4))
