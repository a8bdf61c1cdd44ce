import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { mcpRevisions } from "../../../../src/api/McpApi.ts"
import { CommunityTools } from "../../../../src/api/tools/CommunityTools.ts"
import { community } from "../../../support/Community.ts"
import { endpoints } from "../../../support/Endpoints.ts"
import { join } from "../../../support/Members.ts"
import { ask } from "../../../support/Raw.ts"
import { at } from "../../../support/Wire.ts"
import { resultOf } from "../../mcp/stateless/Agent.ts"

const url = "https://community.example.org"

const files = ["/", "/.well-known/ai-catalog.json", "/api/mcp/server-card", "/llms.txt", "/skill.md"] as const

const linkPattern = /https:\/\/community\.example\.org[^\s"'`)>;,]*/g

const limits = { RATE_LIMIT_READ: "0", RATE_LIMIT_WRITE: "17", RATE_LIMIT_MCP: "240" }

layer(community(Memory.layer, { PUBLIC_URL: url, ...limits }), { excludeTestServices: true })("Discovery", (it) => {
  it.effect("serves each file under its media type, for pages of any site", () =>
    Effect.gen(function* () {
      const types = [
        "application/json",
        "application/ai-catalog+json",
        "application/mcp-server-card+json",
        "text/plain",
        "text/markdown"
      ]
      for (const [index, path] of files.entries()) {
        const { headers, status } = yield* ask("GET", path)
        strictEqual(status, 200, path)
        strictEqual(headers["content-type"]?.split(";")[0], types[index], path)
        if (path !== "/") strictEqual(headers["access-control-allow-origin"], "*", path)
      }
    })
  )

  it.effect("leads only to URLs that answer", () =>
    Effect.gen(function* () {
      const texts = yield* Effect.forEach(files, (path) => Effect.map(ask("GET", path), ({ text }) => text))
      const links = new Set(texts.join("\n").match(linkPattern) ?? [])
      assertTrue(links.size >= 9, [...links].join())
      const unauthorised = new Set([`${url}/api/mcp`])
      // The API's root and the address of the site are not links, but the beginnings of some.
      const prefixes = new Set([url, `${url}/api`])
      for (const link of links) {
        if (prefixes.has(link)) continue
        const { status } = yield* ask("GET", link.slice(url.length))
        strictEqual(status, unauthorised.has(link) ? 401 : 200, link)
      }
    })
  )

  it.effect("teaches the service: tools, paths, limits, errors, retries and danger", () =>
    Effect.gen(function* () {
      const { text } = yield* ask("GET", "/skill.md")
      for (const tool of CommunityTools.requests.keys()) assertTrue(text.includes(tool), tool)
      for (const { name } of endpoints) {
        const [, path = ""] = /^\S+ \/api(\/\S+)$/.exec(name) ?? []
        const isGuided =
          path !== "" &&
          !/^\/(auth|audit|community|moderation|push|verification-requests|invitations|webhooks|users\/me\/verification-request|mcp|rpc|openapi|news\/feeds)|\/(place|revisions|password-link)$/.test(
            path
          )
        if (isGuided) assertTrue(text.includes(`${path} `), name)
      }
      const topics = [
        "also `members`",
        "read unlimited",
        "write 17",
        "mcp 240",
        "Retry-After",
        "Idempotency-Key",
        "no medical advice",
        "112",
        "scopes"
      ]
      for (const topic of topics) assertTrue(text.includes(topic), topic)
      assertTrue(text.startsWith("---\nname: rare-disease-community\ndescription: "))
      const overview = yield* ask("GET", "/llms.txt")
      assertTrue(overview.text.startsWith("# Rare-disease community\n\n> "))
    })
  )

  it.effect("describes the MCP server in the catalog and on its card as it is", () =>
    Effect.gen(function* () {
      const catalog: unknown = JSON.parse((yield* ask("GET", "/.well-known/ai-catalog.json")).text)
      strictEqual(at(catalog, "entries", 0, "type"), "application/mcp-server-card+json")
      const { text } = yield* ask("GET", String(at(catalog, "entries", 0, "url")).slice(url.length))
      const card: unknown = JSON.parse(text)
      strictEqual(at(card, "name"), "org.example.community/rare-disease-community")
      strictEqual(at(card, "remotes", 0, "url"), `${url}/api/mcp`)
      assertTrue(String(at(card, "description")).length <= 100)
      const { token } = yield* join()
      const discovered = yield* resultOf({ as: token, method: "server/discover" })
      deepStrictEqual(at(card, "remotes", 0, "supportedProtocolVersions"), at(discovered, "supportedVersions"))
      deepStrictEqual([...mcpRevisions], ["2026-07-28", ...SUPPORTED_PROTOCOL_VERSIONS])
    })
  )
})
