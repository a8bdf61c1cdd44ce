import { readFileSync } from "node:fs"
import { HttpApi } from "@effect/platform"
import { Array } from "effect"
import { expect, it } from "vitest"
import { CommunityApi } from "../../src/api/CommunityApi.ts"

it("docs/client.md lists the groups and calls of the client", () => {
  const page = readFileSync(new URL("../../docs/client.md", import.meta.url), "utf8")
  const [, table = ""] = /\| group \| calls \|\n\|---\|---\|\n(.*?)\n\n/s.exec(page) ?? []
  const listed = table.split("\n").flatMap((row) => {
    const [group, ...names] = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    return names.map((call) => `${group}.${call}`)
  })
  const calls = Array.empty<string>()
  HttpApi.reflect(CommunityApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => calls.push(`${group.identifier}.${endpoint.name}`)
  })
  expect(listed.toSorted()).toEqual(calls.toSorted())
})
