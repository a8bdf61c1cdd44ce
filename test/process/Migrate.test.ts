import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { command, folder, launch } from "./Program.ts"

const files = readdirSync(fileURLToPath(new URL("../../migrations/", import.meta.url))).sort()

describe("npm run migrate", () => {
  it.scopedLive("names the migrations that it applies, and says when none was due", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* folder
      const migrated = Effect.gen(function* () {
        const program = yield* launch({ DATA_DIR }, command("migrate"))
        expect(yield* program.ended).toEqual({ code: 0, signal: null })
        return yield* program.stdout
      })
      const applied = files.map((file) => `applied ${file.replace(".sql", "")}\n`).join("")
      expect(yield* migrated).toBe(`${applied}the schema is up to date\n`)
      expect(yield* migrated).toBe("the schema is up to date: no migration was due\n")
    })
  )
})
