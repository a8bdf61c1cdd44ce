import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { effectsInEngines, leavingPackages, unnamedPackages, versionsApart } from "./architecture/packageChecks.ts"
import { rule } from "./architecture/rule.ts"
import { textOf } from "./architecture/Source.ts"

const engines = readdirSync(fileURLToPath(new URL("../packages", import.meta.url)))

describe("The engines of packages/", () => {
  rule("use types of data of Effect, and nothing that runs", effectsInEngines, {
    files: {
      "packages/feeds/src/Read.ts": `import { Effect, Either } from "effect"\nimport { FileSystem } from "@effect/platform"`,
      "packages/text/src/Words.ts": `import * as Layer from "effect/Layer"\nimport { Schema } from "effect"`,
      "packages/feeds/test/Read.test.ts": `import { Effect } from "effect"`
    },
    found: [
      "packages/feeds/src/Read.ts -> effect: Effect",
      "packages/feeds/src/Read.ts -> @effect/platform",
      "packages/text/src/Words.ts -> effect/Layer"
    ]
  })

  rule("know nothing of the community, and neither do their tests", leavingPackages, {
    files: {
      "packages/feeds/src/Read.ts": `import "../../../src/domain/Ids.ts"\nimport "@rare-disease-community/text/Html"`,
      "packages/feeds/test/Read.test.ts": `import "../src/Read.ts"\nimport "../../../test/support/Given.ts"`
    },
    found: [
      "packages/feeds/src/Read.ts -> src/domain/Ids.ts",
      "packages/feeds/test/Read.test.ts -> test/support/Given.ts"
    ]
  })

  rule("are imported by name", unnamedPackages, {
    files: {
      "packages/feeds/src/Read.ts": `import { a } from "../../text/src/Html.ts"\nimport { b } from "./Feed.ts"`,
      "src/services/News.ts": `import { c } from "../../packages/feeds/src/Read.ts"`
    },
    found: [
      "packages/feeds/src/Read.ts -> packages/text/src/Html.ts",
      "src/services/News.ts -> packages/feeds/src/Read.ts"
    ]
  })

  it("need packages of the registry that the root names in the same versions: npm installs those with the server", () =>
    expect(versionsApart(engines)).toEqual([]))

  it("have a page each, which says what goes in and what comes out, in which units, within which limits, from where", () => {
    for (const engine of engines) {
      const headings = Array.from(
        textOf(`packages/${engine}/README.md`).matchAll(/^## (.*)$/gm),
        ([, heading]) => heading
      )
      expect(headings, engine).toEqual(["In", "Out", "Units", "Limits", "Sources"])
    }
  })

  it("are compiled as sources for those who install the package", () => {
    const config = textOf("src/tsconfig.build.json")
    for (const engine of engines) expect(config).toContain(`"../packages/${engine}/src/*.ts"`)
  })

  it("are there when the image installs its packages", () => {
    const dockerfile = textOf("operations/Dockerfile")
    for (const engine of engines)
      expect(dockerfile).toContain(`COPY packages/${engine}/package.json ./packages/${engine}/\n`)
  })
})
