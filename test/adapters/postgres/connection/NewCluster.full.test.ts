import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "@effect/vitest"
import { assertFalse, assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"
import { putNewCluster } from "../../../../src/adapters/postgres/connection/NewCluster.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "community-cluster-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const idOf = (path: string) => Effect.scoped(Effect.provide(Database.databaseId, Database.embedded(path)))

describe("putNewCluster", () => {
  it.scopedLive("makes a database with an id of its own, which it keeps", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* folder, yield* folder]
      const ids = yield* Effect.all([idOf(one), idOf(other), idOf(one)])
      assertFalse(ids[0] === ids[1])
      deepStrictEqual(ids[0], ids[2])
    })
  )

  it.scopedLive("makes anew what a killed process has left unfinished, and leaves other files alone", () =>
    Effect.gen(function* () {
      const path = yield* folder
      mkdirSync(join(path, "base"))
      writeFileSync(join(path, "base", "unfinished"), "")
      mkdirSync(join(path, ".new", "global"), { recursive: true })
      writeFileSync(join(path, "lock.sock"), "")
      putNewCluster(path)
      deepStrictEqual(
        ["base/unfinished", ".new", "lock.sock", "PG_VERSION"].map((name) => existsSync(join(path, name))),
        [false, false, true, true]
      )
      assertTrue((yield* idOf(path)).length > 0)
    })
  )

  it.scopedLive("changes nothing where there is a database", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "PG_VERSION"), "another")
      putNewCluster(path)
      deepStrictEqual(readFileSync(join(path, "PG_VERSION"), "utf8"), "another")
      deepStrictEqual(existsSync(join(path, "base")), false)
    })
  )
})
