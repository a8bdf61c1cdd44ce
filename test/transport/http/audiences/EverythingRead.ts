import { Array, Effect, Option, type Redacted, type Schema, SchemaAST } from "effect"
import { CommunityTools } from "../../../../src/api/tools/CommunityTools.ts"
import { rows } from "../../../support/EndpointRows.ts"
import { endpoints } from "../../../support/Endpoints.ts"
import { type Answer, ask, exitOf, json } from "../../../support/Raw.ts"
import type { World } from "../../../support/rows/World.ts"
import { toolRows } from "../../../support/ToolRows.ts"
import { at, listAt } from "../../../support/Wire.ts"

/** The values of query parameters that lists have, whichever list has them. */
export const valuesOf = (
  word: string,
  { disease, maria }: World
): Readonly<Record<string, ReadonlyArray<string | number>>> => ({
  search: [word, `"${word}"`, "word"],
  sort: ["date", "views", "replies"],
  authorId: [maria.user.id],
  authorKind: ["human"],
  diseaseId: [disease.id],
  includeDescendants: ["true"],
  includeRelated: ["true"],
  audience: ["members", "disease", "everyone"],
  answered: ["true", "false"],
  language: ["en", "und"],
  unreadOnly: ["true"],
  status: ["open", "decided"],
  targetType: ["post", "comment"],
  category: ["topic", "experience", "question"]
})

export const namesIn = (schema: Option.Option<Schema.Schema.All>): ReadonlyArray<string> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.typeAST(ast)).map(({ name }) => String(name))
  })

export const nameOf = ({ endpoint, group }: (typeof endpoints)[number]) => `${group}.${endpoint.name}`

/** The rows of the endpoints that are read by GET. */
const reads = endpoints.filter((one) => one.endpoint.method === "GET" && rows[nameOf(one)] !== undefined)

/** The paths by which the rows, and queries with known parameters, read everything. */
export const pathsOf = (given: World, word: string) =>
  reads.flatMap((one) => {
    const path = rows[nameOf(one)]?.(given).ask.path ?? ""
    const values = valuesOf(word, given)
    const queries = namesIn(one.endpoint.urlParamsSchema).flatMap((name) =>
      (values[name] ?? []).map((value) => `${name}=${encodeURIComponent(value)}`)
    )
    const queried = queries.map((query) => `${path.split("?")[0]}?${query}`)
    return [path, ...queried].map((path) => ({ name: nameOf(one), path }))
  })

export const withoutVolatile = (text: string) =>
  text.replace(
    /"(viewCount|generatedAt|activeUsers30d|lastUsedAt|lastSeenAt|visitedAt|activeAt|weeks)":("[^"]*"|\d+|null|\[\{"week"[^\]]*\])/g,
    ""
  )

/** The ids of the whole list of a path, page by page, and the totals that its pages said. */
export const walk = (path: string, as: Redacted.Redacted | undefined, limit = 4) =>
  Effect.gen(function* () {
    const joined = `${path}${path.includes("?") ? "&" : "?"}limit=${limit}`
    const ids: Array<unknown> = []
    const totals = new Set<unknown>()
    let cursor = ""
    for (let page = 0; page < 30; page++) {
      const answer = yield* ask("GET", `${joined}${cursor}`, { as })
      if (answer.status !== 200 || !answer.text.startsWith('{"data"')) break
      ids.push(...listAt(json(answer), "data").map((one) => at(one, "id")))
      totals.add(at(json(answer), "pagination", "total"))
      const next = at(json(answer), "pagination", "nextCursor")
      if (typeof next !== "string") break
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
    return { ids, totals: Array.fromIterable(totals) }
  })

/** The whole list of a path, page by page. */
export const walked = (path: string, as: Redacted.Redacted | undefined) => Effect.map(walk(path, as), ({ ids }) => ids)

/** The arguments by which each tool that reads is called. */
export const toolCalls = (given: World, word: string) => {
  const ids = {
    postId: given.post.id,
    foreignId: given.post.id,
    closedId: given.post.id,
    usedKey: "none",
    nextMember: () => given.maria.user.id
  }
  return Array.fromIterable(CommunityTools.requests.values()).flatMap((tool) => {
    const row = toolRows[tool._tag]
    const names = namesIn(Option.some(tool.payloadSchema))
    if (row === undefined || names.includes("idempotent") || names.includes("idempotencyKey")) return []
    const values = valuesOf(word, given)
    const asked = { ...values, query: [word], text: [word] }
    const calls = Object.entries(asked).flatMap(([name, all]) =>
      names.includes(name) ? all.map((value) => ({ ...row.succeeds(ids), [name]: value })) : []
    )
    return [row.succeeds(ids), ...calls].map((payload) => ({ tag: tool._tag, payload }))
  })
}

/** What the procedures of the tools that read answer a viewer. */
export const proceduresRead = (given: World, as: Redacted.Redacted, word: string) =>
  Effect.forEach(toolCalls(given, word), ({ payload, tag }) =>
    Effect.map(
      exitOf(as, tag, payload),
      (exit) => [`${tag} ${JSON.stringify(payload)}`, withoutVolatile(JSON.stringify(exit ?? null))] as const
    )
  )

const withoutUnique = (asked: object) => JSON.stringify(asked).replaceAll(/w\d+x\d+x/g, "")

/** The answers without the audit log, which grows, and without the order by views, which the reads here change. */
export const lasting = <A>(answers: Readonly<Record<string, A>>) =>
  Object.fromEntries(Object.entries(answers).filter(([asked]) => !/api\/audit|sort"?[=:]"?views/.test(asked)))

/**
 * The answers at every endpoint whose request names a record of the other world that `given` does not have, numbers
 * aside, for each viewer by name, where `isAsked` says so.
 */
export const answersIn = (
  given: World,
  other: World,
  viewers: Readonly<Record<string, Redacted.Redacted | undefined>>,
  isAsked: (endpoint: string, viewer: string) => boolean
) =>
  Effect.gen(function* () {
    const answers: Record<string, unknown> = {}
    for (const defined of endpoints) {
      const name = nameOf(defined)
      const row = rows[name]
      if (row === undefined) continue
      const [asked, usual] = [row(other).ask, row(given).ask]
      if (withoutUnique(asked) === withoutUnique(usual)) continue
      for (const [viewer, as] of Object.entries(viewers)) {
        if (!isAsked(name, viewer)) continue
        const body = asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }
        const { status, text }: Answer = yield* ask(defined.endpoint.method, asked.path, { ...body, as })
        answers[`${viewer} ${name}`] = [status, text.replaceAll(/\d+/g, "0")]
      }
    }
    return answers
  })
