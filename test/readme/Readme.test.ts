import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

const file = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

it("The programs in the README and docs/memory.md equal the compiled files", () => {
  const pages = file("../../README.md") + file("../../docs/memory.md")
  const shown = [...pages.matchAll(/```ts\n(.*?)```/gs)].map(([, program]) => program)
  expect(shown).toEqual([file("client.ts"), file("memory.ts")])
})

it("docs/configuration.md lists the variables of the configuration, and no others", () => {
  const read = [...file("../../src/Config.ts").matchAll(/variable\(\s*"([A-Z_]+)"/g)].map(([, name]) => name)
  const rows = [...file("../../docs/configuration.md").matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => (name.startsWith("_") ? `RATE_LIMIT${name}` : name))
  )
  expect(rows.toSorted()).toEqual(read.toSorted())
})
