import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { inject } from "vitest"
import { DatabaseState } from "../../../../src/adapters/postgres/connection/DatabaseState.ts"
import * as EmbeddedPool from "../../../../src/adapters/postgres/connection/EmbeddedPool.ts"

/** The files below a folder with another mode than 0600, and the number of all. */
const filesOf = (folder: string) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
  return { count: files.length, open: files.filter((file) => (statSync(file).mode & 0o777) !== 0o600) }
}

const opened = (folder: string) =>
  Effect.flatMap(DatabaseState.make, (state) =>
    Effect.acquireRelease(
      Effect.promise(() => EmbeddedPool.make(folder, state)),
      ({ end }) => Effect.promise(end)
    )
  )

describe("EmbeddedPool.make", () => {
  it.scopedLive("leaves no file of the database to other users: of a new folder, of an older one, and at work", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "community-files-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const older = join(folder, "older")
      cpSync(join(inject("embeddedTemplates"), "empty"), older, { recursive: true })
      chmodSync(join(older, "PG_VERSION"), 0o644)
      for (const data of [join(folder, "new"), older]) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { pool } = yield* opened(data)
            assertTrue(filesOf(data).count > 500)
            deepStrictEqual(filesOf(data).open, [])
            yield* Effect.promise(async () => {
              await pool.query("create table written (words text)")
              await pool.query("insert into written select md5(i::text) from generate_series(1, 20000) i")
              await pool.query("create index on written (words)")
              await pool.query("checkpoint")
            })
            deepStrictEqual(filesOf(data).open, [])
          })
        )
        deepStrictEqual(filesOf(data).open, [])
      }
    })
  )
})
