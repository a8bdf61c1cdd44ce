import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { released } from "./architecture/releasedMigrations.ts"

const hashOf = (name: string) =>
  createHash("sha256")
    .update(readFileSync(new URL(`../migrations/${name}`, import.meta.url)))
    .digest("hex")

describe("A migration of a release", () => {
  for (const [version, hashes] of Object.entries(released)) {
    it(`is never edited: ${version}`, () => {
      const now = Object.fromEntries(Object.keys(hashes).map((name) => [name, hashOf(name)]))
      expect(now).toEqual(hashes)
    })
  }
})
