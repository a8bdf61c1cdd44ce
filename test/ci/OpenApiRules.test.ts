import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { OpenApi } from "@effect/platform"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Ruleset, Spectral } from "@stoplight/spectral-core"
import { oas } from "@stoplight/spectral-rulesets"
import { Effect } from "effect"
import { CommunityApi } from "../../src/api/CommunityApi.ts"
import { folder } from "../process/Program.ts"
import { at } from "../support/Wire.ts"

const redocly = fileURLToPath(new URL("node_modules/.bin/redocly", import.meta.url))

const document = JSON.stringify({ ...OpenApi.fromApi(CommunityApi), servers: [{ url: "https://community.example" }] })

describe("The OpenAPI document", () => {
  it.scoped("passes the recommended rules of redocly without a warning", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "openapi.json")
      writeFileSync(file, document)
      const { status, stdout } = spawnSync(redocly, ["lint", "--extends=recommended", "--format", "json", file], {
        cwd: path,
        encoding: "utf8",
        env: { ...process.env, REDOCLY_TELEMETRY: "off", CI: "1" }
      })
      const report: unknown = JSON.parse(stdout)
      deepStrictEqual({ status, problems: at(report, "problems") }, { status: 0, problems: [] })
    })
  )

  it.effect("passes the rules of spectral:oas without a warning", () =>
    Effect.gen(function* () {
      const spectral = new Spectral()
      spectral.setRuleset(new Ruleset(oas, { severity: "recommended" }))
      deepStrictEqual(yield* Effect.promise(() => spectral.run(document)), [])
    })
  )
})
