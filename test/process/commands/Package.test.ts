import { execFile } from "node:child_process"
import { mkdirSync, readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { dataDir, folder, launch } from "../Program.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const run = promisify(execFile)

/** What `npm pack` makes, unpacked beside the packages of the registry that it depends on. */
const installed = Effect.tap(folder, (path) =>
  Effect.promise(async () => {
    await run(process.execPath, ["operations/modules.cjs", "src/tsconfig.build.json", "dist"], { cwd: root })
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", path], { cwd: root })
    const [packed = ""] = readdirSync(path)
    await run("tar", ["-xzf", join(path, packed), "-C", path])
    mkdirSync(join(path, "node_modules"))
    for (const name of readdirSync(join(root, "node_modules"))) {
      if (name === "@rare-disease-community") continue // the engines, which the package brings with it
      symlinkSync(join(root, "node_modules", name), join(path, "node_modules", name))
    }
  })
)

describe("The packed package", () => {
  it.scopedLive("serves pages by its command `serve`, and its modules load in plain Node", () =>
    Effect.gen(function* () {
      const place = join(yield* installed, "package")
      const server = yield* launch({ DATA_DIR: yield* dataDir }, [
        process.execPath,
        join(place, "dist/server/community.mjs"),
        "serve"
      ])
      const url = yield* server.url
      const read = (path: string) =>
        Effect.promise(async () => {
          const response = await fetch(new URL(path, url), { headers: { accept: "text/html" } })
          return { status: response.status, text: await response.text() }
        })
      const home = yield* read("/")
      expect(home.status).toBe(200)
      for (const asset of home.text.match(/\/assets\/[\w.-]+/g) ?? ["no asset"]) {
        expect({ asset, status: (yield* read(asset)).status }).toEqual({ asset, status: 200 })
      }
      const faces = `for (const face of ["client", "rpc-client", "memory"]) await import("rare-disease-community/" + face)`
      yield* Effect.promise(() => run(process.execPath, ["--input-type=module", "-e", faces], { cwd: place }))
    })
  )
})
