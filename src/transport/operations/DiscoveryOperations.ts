import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { ServerCard } from "../../api/DiscoveryApi.ts"
import { mcpRevisions, mcpServerInfo } from "../../api/McpApi.ts"
import { publicUrl, rateLimits } from "../../Config.ts"
import { operations } from "../http/HandlerRegistry.ts"
import { preparedText } from "../wire/Compression.ts"
import { llms, serviceDescription, serviceName, skill } from "./AgentGuide.ts"

/** The links from which every interface can be reached. */
const linksOf = (url: string) => ({
  skill: `${url}/skill.md`,
  llms: `${url}/llms.txt`,
  aiCatalog: `${url}/.well-known/ai-catalog.json`,
  mcpServerCard: `${url}/api/mcp/server-card`,
  mcp: `${url}/api/mcp`,
  openapi: `${url}/api/openapi.json`,
  docs: `${url}/docs`,
  health: `${url}/health`
})

/** The host of the installation, its labels in reverse order: `org.example.community`. */
const reversedHost = (url: string): string => {
  const { hostname } = new URL(url)
  const isName = /^[a-z0-9.-]+$/i.test(hostname) && !/^[\d.]+$/.test(hostname)
  return isName ? hostname.split(".").reverse().join(".") : "local"
}

const credential = {
  name: "Authorization",
  description: "ApiKey and an API key of the member for whom the client acts, with a space between.",
  isRequired: true,
  isSecret: true
}

/** The card of the MCP server (SEP-2127): how to connect, nothing about tools. */
const serverCard = (url: string): ServerCard => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  ...mcpServerInfo,
  name: `${reversedHost(url)}/${mcpServerInfo.name}`,
  description: serviceDescription,
  websiteUrl: url,
  remotes: [
    {
      type: "streamable-http",
      url: `${url}/api/mcp`,
      supportedProtocolVersions: mcpRevisions,
      headers: [credential]
    }
  ]
})

const cardType = "application/mcp-server-card+json"

/** The AI Catalog of the host. Its format calls the type of an entry `type`, and `mediaType` in earlier drafts. */
const aiCatalog = (url: string) => ({
  specVersion: "1.0",
  host: { displayName: mcpServerInfo.title, documentationUrl: `${url}/docs` },
  entries: [
    {
      identifier: `urn:air:${new URL(url).hostname}:mcp:${mcpServerInfo.name}`,
      displayName: mcpServerInfo.title,
      type: cardType,
      mediaType: cardType,
      url: `${url}/api/mcp/server-card`
    }
  ]
})

/** Public and the same for all: programs of other sites may read it, and keep it for an hour. */
const cacheable = Effect.map(
  HttpServerResponse.setHeaders({ "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" })
)

const make = Effect.gen(function* () {
  const url = yield* publicUrl
  const installation = { url, limits: yield* rateLimits }
  const json = (contentType: string, value: object) =>
    preparedText(
      contentType,
      Effect.sync(() => JSON.stringify(value))
    )
  const links = linksOf(url)
  return {
    index: yield* json("application/json", { name: serviceName, description: serviceDescription, links }),
    catalog: cacheable(yield* json("application/ai-catalog+json", aiCatalog(url))),
    card: cacheable(yield* json(cardType, serverCard(url))),
    overview: cacheable(
      yield* preparedText(
        "text/plain; charset=utf-8",
        Effect.sync(() => llms(installation))
      )
    ),
    guide: cacheable(
      yield* preparedText(
        "text/markdown; charset=utf-8",
        Effect.sync(() => skill(installation))
      )
    )
  }
})

/** The documents for agents that do not know the service yet, made once of the definitions of the API and the tools. */
export const discoveryOperations = operations("discovery", make, ({ card, catalog, guide, index, overview }) => ({
  index: () => index,
  catalog: () => catalog,
  serverCard: () => card,
  llms: () => overview,
  skill: () => guide
}))
