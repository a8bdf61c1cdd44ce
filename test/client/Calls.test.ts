import { readdirSync, readFileSync } from "node:fs"
import { HttpApi, OpenApi } from "@effect/platform"
import { Array, Context, Option, Order, Record } from "effect"
import { expect, it } from "vitest"
import { CommunityApi } from "../../src/api/CommunityApi.ts"

const source = new URL("../../src/", import.meta.url)
const domain = readdirSync(new URL("domain/", source), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `domain/${path}`)

/** What the modules of the domain export: each value with its name and its module. */
const exported = new Map<unknown, { readonly name: string; readonly path: string }>()
for (const path of domain) {
  const module: Readonly<Record<string, unknown>> = await import(new URL(path, source).href)
  for (const [name, value] of Object.entries(module)) exported.set(value, { name, path: `../${path}` })
}

interface Operation {
  readonly group: string
  readonly call: string
  readonly summary: string
  readonly body: { readonly name: string; readonly path: string } | undefined
}

const operations: ReadonlyArray<Operation> = (() => {
  const found = Array.empty<Operation>()
  HttpApi.reflect(CommunityApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      const summary = Option.getOrElse(Context.getOption(mergedAnnotations, OpenApi.Summary), () => "")
      const body = exported.get(Option.getOrUndefined(endpoint.payloadSchema))
      found.push({ group: group.identifier, call: endpoint.name, summary, body })
    }
  })
  return found
})()

const byPath = Order.mapInput(Order.string, (path: string) => path.toLowerCase())

const imports = () => {
  const bodies = operations.flatMap(({ body }) => body ?? [])
  const byModule = Array.groupBy(bodies, ({ path }) => path)
  return Array.sort(Record.keys(byModule), byPath).map((path) => {
    const names = Array.sort(Array.dedupe((byModule[path] ?? []).map(({ name }) => name)), Order.string)
    return `import type { ${names.join(", ")} } from "${path}"`
  })
}

const groups = () =>
  Object.entries(Array.groupBy(operations, ({ group }) => group)).flatMap(([group, calls]) => [
    `  readonly ${group}: {`,
    ...calls.map(({ body, call, summary }) => {
      const type = body === undefined ? "NoBody" : `typeof ${body.name}`
      return `    /** ${summary}. */ readonly ${call}: ${type}`
    }),
    "  }"
  ])

const rows = () =>
  `// Made of the definition of the API by \`npx vitest run -u test/client\`.

${imports().join("\n")}

/** Of a call without a body. */
type NoBody = undefined

/** The calls by group: the summaries of their operations, and the schemas of their bodies, which their types lack. */
export interface Calls {
${groups().join("\n")}
}
`

it("The calls of the client are those of the API (npx vitest run -u test/client records a change)", () =>
  expect(rows()).toMatchFileSnapshot("../../src/client/CallRows.ts"))

it("docs/client.md lists the groups and calls of the client", () => {
  const page = readFileSync(new URL("../../docs/client.md", import.meta.url), "utf8")
  const [, table = ""] = /\| group \| calls \|\n\|---\|---\|\n(.*?)\n\n/s.exec(page) ?? []
  const listed = table.split("\n").flatMap((row) => {
    const [group, ...calls] = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    return calls.map((call) => `${group}.${call}`)
  })
  expect(listed.toSorted()).toEqual(operations.map(({ call, group }) => `${group}.${call}`).toSorted())
})
