import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

const file = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

it("The program of the README is the one that the compiler has seen", () => {
  const [, shown = ""] = /```ts\n(.*?)```/s.exec(file("../../README.md")) ?? []
  expect(shown).toBe(file("client.ts"))
})

it("Every variable of the configuration has its row in the README, and every row is one", () => {
  const read = [...file("../../src/Config.ts").matchAll(/variable\(\s*"([A-Z_]+)"/g)].map(([, name]) => name)
  const [, table = ""] = /## Configuration(.*?)\n## /s.exec(file("../../README.md")) ?? []
  const rows = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => (name.startsWith("_") ? `RATE_LIMIT${name}` : name))
  )
  expect(rows.toSorted()).toEqual(read.toSorted())
})
