import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { publicUrl, rateLimits } from "../../../Config.ts"
import { llms, serviceDescription, serviceName, skill } from "../discovery/AgentGuide.ts"
import { aiCatalog, serverCard } from "../discovery/ServerCard.ts"
import { registerHandlers } from "../HandlerRegistry.ts"
import { preparedText } from "./PreparedText.ts"

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

/** Public and the same for all: programs of other sites may read it, and keep it for an hour. */
const cacheable = Effect.map(
  HttpServerResponse.setHeaders({ "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" })
)

/** What agents read before they know the service, made once of the definitions of the API and the tools. */
export const layer = HttpApiBuilder.group(CommunityApi, "discovery", (handlers) =>
  Effect.gen(function* () {
    const url = yield* publicUrl
    const installation = { url, limits: yield* rateLimits }
    const json = (contentType: string, value: object) =>
      preparedText(
        contentType,
        Effect.sync(() => JSON.stringify(value))
      )
    const text = (contentType: string, make: () => string) => preparedText(contentType, Effect.sync(make))
    const index = yield* json("application/json", {
      name: serviceName,
      description: serviceDescription,
      links: linksOf(url)
    })
    const catalog = yield* json("application/ai-catalog+json", aiCatalog(url))
    const card = yield* json("application/mcp-server-card+json", serverCard(url))
    const overview = yield* text("text/plain; charset=utf-8", () => llms(installation))
    const guide = yield* text("text/markdown; charset=utf-8", () => skill(installation))
    return yield* registerHandlers(
      handlers
        .handle("index", () => index)
        .handle("catalog", () => cacheable(catalog))
        .handle("serverCard", () => cacheable(card))
        .handle("llms", () => cacheable(overview))
        .handle("skill", () => cacheable(guide))
    )
  })
)
