import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option, Redacted } from "effect"
import type { Audience } from "../../../../src/domain/posts/Audience.ts"
import { ask } from "../../../support/Raw.ts"
import { nobody } from "../../../support/rows/World.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { connect } from "../../mcp/Clients.ts"
import type { FamilyWorld, Planted, Viewer } from "./AudienceViewers.ts"
import { pathsOf, toolCalls, walk, withoutVolatile } from "./EverythingRead.ts"

type Named = Readonly<Record<string, Viewer>>

/** Whoever may read finds the post in lists, searches and by itself, with its comments. */
export const isFound = (viewers: Named, { comment, post }: Planted, audience: Audience, word: string) =>
  Effect.gen(function* () {
    for (const [viewer, { as, reads }] of Object.entries(viewers)) {
      const may = reads.has(audience)
      const said = `${viewer}, ${audience}`
      for (const query of [
        `search=${word}`,
        `audience=${audience}&limit=50`,
        `diseaseId=${Option.getOrUndefined(post.disease)?.id}&limit=50`
      ]) {
        const { text, status } = yield* ask("GET", `/api/posts?${query}`, { as })
        const ids = status === 200 ? listAt(JSON.parse(text), "data").map((one) => at(one, "id")) : []
        strictEqual(ids.includes(post.id), may, `${said}: ${query}`)
      }
      const paths = [`/api/posts/${post.id}`, `/api/posts/${post.id}/comments`, `/api/comments/${comment.id}`]
      for (const path of paths) {
        const { headers, status, text } = yield* ask("GET", path, { as })
        const never = yield* ask("GET", path.replace(/\d+/, `${nobody}`), { as })
        const expected = may ? [200, true] : [never.status, false]
        deepStrictEqual([status, text.includes(word)], expected, `${said}: ${path}`)
        if (may) strictEqual(headers["cache-control"], "private, no-store", `${said}: ${path}`)
      }
    }
  })

const listed: ReadonlySet<string> = new Set(
  "posts.list comments.list follows.list reports.list decisions.list notifications.list".split(" ")
)

/** The total of each list is the number of its rows, which come once each. */
export const totalsAreRight = (given: FamilyWorld, viewers: Named, word: string) =>
  Effect.gen(function* () {
    for (const [viewer, { as }] of Object.entries(viewers)) {
      const paths = pathsOf(given, word).filter(({ name, path }) => listed.has(name) && !path.includes("sort=views"))
      for (const { path } of [...paths, { path: `/api/posts?diseaseId=${given.disease.id}&includeRelated=true` }]) {
        const { ids, totals } = yield* walk(path, as)
        if (totals.length === 0) continue
        const said = [...new Set(totals)].filter((total) => total !== undefined)
        deepStrictEqual(
          [said, new Set(ids).size],
          [said.length === 0 ? [] : [ids.length], ids.length],
          `${viewer} ${path}`
        )
      }
    }
  })

/** What an agent with a key reads by the tools and resources of MCP. */
export const spoken = (given: FamilyWorld, { as }: Viewer, word: string, posts: ReadonlyArray<number>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { client } = yield* connect("streamable", { apiKey: as ?? Redacted.make("") })
      const results: Array<unknown> = []
      for (const { payload, tag } of toolCalls(given, word)) {
        results.push([tag, yield* Effect.promise(() => client.callTool({ name: tag, arguments: { ...payload } }))])
      }
      const uris = ["community://notifications", ...posts.map((id) => `community://posts/${id}`)]
      for (const uri of uris) {
        results.push(yield* Effect.promise(() => client.readResource({ uri }).catch((error) => String(error))))
      }
      return withoutVolatile(JSON.stringify(results)).replaceAll(/\d+ views?/g, "")
    })
  )
