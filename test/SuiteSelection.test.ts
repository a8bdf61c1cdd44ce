import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { embeddedSuites } from "./SuiteSelection.ts"

const suites = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules") && path !== "SuiteSelection.test.ts")
  .map((path) => `test/${path}`)

const matches = (pattern: string) => (file: string) =>
  pattern.endsWith("/**") ? file.startsWith(pattern.slice(0, -2)) : file === pattern

describe("embeddedSuites", () => {
  it("names each suite that uses the embedded database beside a server, and no other", () => {
    const patterns = Object.keys(embeddedSuites)
    const users = suites.filter((file) =>
      /\b(bothDatabases|(newE|e)mbeddedDatabase)\b/.test(readFileSync(file, "utf8"))
    )
    expect(users.filter((file) => !patterns.some((pattern) => matches(pattern)(file)))).toEqual([])
    const isUsed = (pattern: string) => pattern.startsWith("test/process/") || users.some(matches(pattern))
    expect(patterns.filter((pattern) => !isUsed(pattern))).toEqual([])
  })
})
