import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import { command, folder, launch } from "./Program.ts"

const files = readdirSync(fileURLToPath(new URL("../../migrations/", import.meta.url)))
  .filter((name) => name.endsWith(".sql"))
  .sort()

describe("npm run migrate", () => {
  it.scopedLive(
    "shows its progress and prints what it applied or, as a dry run, would apply, and that none was due",
    () =>
      Effect.gen(function* () {
        const DATA_DIR = yield* folder
        let progress: ReadonlyArray<string> = []
        const migrated = (...options: ReadonlyArray<string>) =>
          Effect.gen(function* () {
            const program = yield* launch({ DATA_DIR }, command("migrate", ...options))
            expect(yield* program.ended).toEqual({ code: 0, signal: null })
            progress = (yield* program.stderr).split("\n").slice(0, -1)
            return yield* program.stdout
          })
        const due = files.map((file) => file.replace(".sql", ""))
        expect(yield* migrated("--dry-run")).toBe(due.map((name) => `due ${name}\n`).join(""))
        expect(readdirSync(DATA_DIR)).toEqual([])
        const applied = files.map((file) => `applied ${file.replace(".sql", "")}\n`).join("")
        expect(yield* migrated()).toBe(`${applied}the schema is up to date\n`)
        expect(progress[0]).toBe(`migrating 0 % (0 of ${files.length})`)
        expect(progress.at(-1)).toBe(`migrating 100 % (${files.length} of ${files.length})`)
        expect(yield* migrated()).toBe("the schema is up to date: no migration was due\n")
        expect(progress).toEqual([])
        expect(yield* migrated("--dry-run")).toBe("the schema is up to date: no migration is due\n")
        expect(JSON.parse(yield* migrated("--dry-run", "--json"))).toEqual({ due: [] })
      })
  )
})

describe("npm start", () => {
  it.scopedLive("refuses the data folder of another version, in one line", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* folder
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update schema_migrations set name = 'bio_html' where migration_id = 3`
      ).pipe(Effect.provide(Database.migrated(Database.embedded(DATA_DIR))), Effect.scoped)
      const program = yield* launch({ DATA_DIR })
      expect(yield* program.ended).toEqual({ code: 1, signal: null })
      expect(yield* program.stderr).toBe(
        'rare-disease-community: the database was made by another version of this server (its migration 3 is "bio_html"): ' +
          "start that version, or set DATA_DIR or DATABASE_URL to an empty database\n"
      )
    })
  )
})
