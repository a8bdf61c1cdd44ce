import { cpSync, readdirSync, readFileSync } from "node:fs"
import { join as pathOf } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "../support/Members.ts"
import { clientOf, folder, launch } from "./Program.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The files that the image takes from the stage that builds the server. */
const copied = [
  ...readFileSync(pathOf(root, "operations/Dockerfile"), "utf8").matchAll(/^COPY --from=build \/app\/(\S+) \.\/\1?$/gm)
].map(([, path = ""]) => path)

describe("The files of the image", () => {
  it.scopedLive(
    "are enough to start a server that stores a member, and hold only the packages that the bundle imports",
    () =>
      Effect.gen(function* () {
        const image = yield* folder
        for (const path of copied) {
          cpSync(pathOf(root, path), pathOf(image, path), { recursive: true, dereference: true })
        }
        const server = yield* launch({ DATA_DIR: pathOf(image, "data") }, [
          process.execPath,
          pathOf(image, "dist/server/main.mjs")
        ])
        yield* Effect.provide(join(), clientOf(yield* server.url))
        const bundle = readdirSync(pathOf(image, "dist/server")).filter((name) => name.endsWith(".mjs"))
        const imported = bundle.flatMap((name) =>
          [...readFileSync(pathOf(image, "dist/server", name), "utf8").matchAll(/\bfrom ?"(@[\w-]+)\/[\w/-]+"/g)].map(
            ([, scope]) => scope
          )
        )
        expect(readdirSync(pathOf(image, "node_modules")).toSorted()).toEqual(Array.from(new Set(imported)).toSorted())
      })
  )
})
