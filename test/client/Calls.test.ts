import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

interface Operation {
  readonly operationId: string
  readonly summary: string
}

const document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } = JSON.parse(
  file("docs/openapi.json")
)

/** `group.call: summary` of each operation. */
const operations = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId, summary }) => `${operationId}: ${summary}.`)
)

it("The calls of the client have the names and summaries of the operations", () => {
  const groups = [...file("src/client/Calls.ts").matchAll(/ {2}readonly (\w+): \{\n(.*?)\n {2}\}/gs)]
  const calls = groups.flatMap(([, group, rows = ""]) =>
    [...rows.matchAll(/\/\*\* (.*?) \*\/ readonly (\w+):/g)].map(([, summary, call]) => `${group}.${call}: ${summary}`)
  )
  expect(calls.toSorted()).toEqual(operations.toSorted())
})

it("The README lists the groups and calls of the client", () => {
  const [, table = ""] = /\| group \| calls \|\n\|---\|---\|\n(.*?)\n\n/s.exec(file("README.md")) ?? []
  const listed = table.split("\n").flatMap((row) => {
    const [group, ...calls] = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    return calls.map((call) => `${group}.${call}`)
  })
  expect(listed.toSorted()).toEqual(operations.map((operation) => operation.split(":")[0]).toSorted())
})
