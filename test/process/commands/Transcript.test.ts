import { existsSync, readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { databases } from "../Databases.ts"
import { folder, start } from "../Program.ts"
import { operating, runAsShown, stepsOf } from "../Readme.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** A folder with the files of the package, in which commands may leave files of their own. */
const clone = Effect.tap(folder, (path) =>
  Effect.sync(() => {
    for (const name of readdirSync(root)) if (name !== "data") symlinkSync(join(root, name), join(path, name))
  })
)

describe("A newcomer with docs/operating.md", () => {
  const own = stepsOf(operating(), "Operating it from the command line")
  const backups = stepsOf(operating(), "Backup and restore").filter(({ commands }) =>
    /^community |restored/.test(commands)
  )
  const steps = [...own, ...backups.filter(({ commands }) => /community (backup|restore) /.test(commands))]

  it("finds the commands for each task, and what they print", () => {
    const commands = steps.map((step) => step.commands).join("\n")
    for (const task of ["admin create", "admin reset-password", "/metrics", "community backup", "community restore"]) {
      expect(commands).toContain(task)
    }
    expect(steps.flatMap(({ shown }) => shown)).toHaveLength(4)
  })

  // The commands themselves are tested on both storages (RunningServer.test.ts, Backup.test.ts).
  for (const { name, variables } of databases.slice(0, 1)) {
    it.scopedLive(
      `makes an admin, resets a password, reads metrics, and makes and restores a backup while the server runs (${name})`,
      () =>
        Effect.gen(function* () {
          const environment = { DATABASE_URL: "", ...(yield* variables) }
          const server = yield* start(environment)
          const path = yield* clone
          const pasted = steps.map((step) => ({
            ...step,
            commands: step.commands.replaceAll("http://127.0.0.1:3000", server.url)
          }))
          const inClone = {
            ...pasted[0],
            commands: `cd ${path}\n${pasted[0]?.commands}`,
            shown: pasted[0]?.shown ?? []
          }
          yield* runAsShown([inClone, ...pasted.slice(1)], { CATALOGUE: "starter", ...environment })
          expect(existsSync(join(path, "community.backup"))).toBe(true)
          expect(existsSync(join(path, "restored", "PG_VERSION"))).toBe(true)
        })
    )
  }
})
