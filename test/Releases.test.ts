import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { functionsVersion } from "../src/adapters/postgres/connection/Migrations.ts"
import { version } from "../src/domain/Version.ts"
import { released, releasedFunctions } from "./architecture/releasedMigrations.ts"

const file = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url))

const hashOf = (name: string) =>
  createHash("sha256")
    .update(file(`migrations/${name}`))
    .digest("hex")

describe("A migration of a release", () => {
  for (const [version, hashes] of Object.entries(released)) {
    it(`is never edited: ${version}`, () => {
      const now = Object.fromEntries(Object.keys(hashes).map((name) => [name, hashOf(name)]))
      expect(now).toEqual(hashes)
    })
  }
})

describe("functionsVersion", () => {
  it("is that of the last release exactly if no function or trigger has changed since", () => {
    const folder = new URL("../migrations/functions/", import.meta.url)
    const names = readdirSync(folder).filter((name) => name.endsWith(".sql"))
    const text = names
      .sort()
      .map((name) => file(`migrations/functions/${name}`))
      .join("\n")
    const isChanged = createHash("sha256").update(text).digest("hex") !== releasedFunctions.hash
    expect(functionsVersion > releasedFunctions.version).toBe(isChanged)
  })
})

describe("The version", () => {
  it("is the same in the packages, their lock, the changelog and the names of packed files", () => {
    const versionIn = (path: string): unknown => JSON.parse(file(path).toString()).version
    expect(["package.json", "package-lock.json", "src/client/package.json"].map(versionIn)).toEqual(
      Array(3).fill(version)
    )
    expect(/^## \[(\d[^\]]*)\]/m.exec(file("CHANGELOG.md").toString())?.[1]).toBe(version)
    for (const path of ["README.md", "docs/memory.md"]) {
      const packed = [
        ...file(path)
          .toString()
          .matchAll(/-(\d+\.\d+\.\d+)\.tgz/g)
      ].map(([, named]) => named)
      expect(packed).toEqual([version])
    }
    expect(Object.keys(released).at(-1)).toBe(version)
  })
})
