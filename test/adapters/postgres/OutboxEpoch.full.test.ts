import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Database from "../../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { server } from "../../support/cluster/Cluster.ts"
import { binaries } from "../../support/cluster/Programs.ts"
import { databaseUrl } from "../../support/Templates.ts"

describe.skipIf(binaries === undefined)("The epoch of the outbox", () => {
  it.scopedLive(
    "is another one after a crash of PostgreSQL, the same for all readers, and the same after a restart",
    () =>
      Effect.gen(function* () {
        const { query, start, stop, url } = yield* server
        yield* query("create database community")
        const community = databaseUrl(url, "community")
        yield* Effect.scoped(Layer.build(Database.migrated(Database.server(community, 2))))
        /** The epoch as several readers see it, each by a connection of its own. */
        const seen = (readers: number) =>
          Effect.scoped(
            Effect.flatMap(Layer.build(Layer.provide(Sql.layer, Database.server(community, 4))), (context) =>
              Effect.replicateEffect(Context.get(context, ChangesRepo).within([], 1), readers, {
                concurrency: "unbounded"
              })
            )
          ).pipe(Effect.map((pages) => Array.from(new Set(pages.map(({ epoch }) => epoch)))))
        const first = yield* seen(1)
        yield* stop("fast")
        yield* start
        expect(yield* seen(1)).toEqual(first)
        yield* stop("immediate")
        yield* start
        const second = yield* seen(4)
        expect(second).toHaveLength(1)
        expect(second).not.toEqual(first)
      })
  )
})
