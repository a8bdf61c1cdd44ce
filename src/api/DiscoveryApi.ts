import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Anyone } from "./Access.ts"
import { Example } from "./document/Samples.ts"

const Index = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  /** URLs by the resource that they lead to. */
  links: Schema.Record({ key: Schema.String, value: Schema.String })
}).annotations({ identifier: "Index" })

const Catalog = Schema.Struct({
  specVersion: Schema.String,
  host: Schema.Struct({ displayName: Schema.String, documentationUrl: Schema.String }),
  entries: Schema.Array(
    Schema.Struct({
      identifier: Schema.String,
      displayName: Schema.String,
      type: Schema.String.annotations({ description: "The media type of what `url` leads to." }),
      mediaType: Schema.String.annotations({ description: "The same, as earlier drafts call it." }),
      url: Schema.String
    })
  )
}).annotations({ identifier: "AiCatalog", description: "An AI Catalog: the services of this host for agents." })

const ServerCard = Schema.Struct({
  $schema: Schema.String,
  name: Schema.String,
  title: Schema.String,
  version: Schema.String,
  description: Schema.String,
  websiteUrl: Schema.String,
  remotes: Schema.Array(
    Schema.Struct({
      type: Schema.Literal("streamable-http", "sse"),
      url: Schema.String,
      supportedProtocolVersions: Schema.Array(Schema.String),
      headers: Schema.Array(
        Schema.Struct({
          name: Schema.String,
          description: Schema.String,
          isRequired: Schema.Boolean,
          isSecret: Schema.Boolean
        })
      )
    })
  )
}).annotations({ identifier: "McpServerCard", description: "An MCP Server Card: how to connect to the MCP server." })
export type ServerCard = typeof ServerCard.Type

/** A success that a prepared text answers; the schema describes it. */
const described = <A, I>(schema: Schema.Schema<A, I>, contentType: string) =>
  schema.pipe(HttpApiSchema.withEncoding({ kind: "Json", contentType }))

/** The documents that introduce the service to agents. Each counts as a read. */
export class DiscoveryApi extends HttpApiGroup.make("discovery")
  .add(
    HttpApiEndpoint.get("index", "/")
      .addSuccess(Index)
      .annotate(OpenApi.Summary, "Find the interfaces")
      .annotate(OpenApi.Description, "Links to every interface and its description.")
      .annotate(Example, {
        response: {
          name: "Rare-disease community",
          description: "A community for people with rare diseases, experts and agents.",
          links: { openapi: "https://community.example.org/api/openapi.json" }
        }
      })
  )
  .add(
    HttpApiEndpoint.get("catalog", "/.well-known/ai-catalog.json")
      .addSuccess(described(Catalog, "application/ai-catalog+json"))
      .annotate(OpenApi.Summary, "Discover the MCP server")
      .annotate(OpenApi.Description, "The AI Catalog of this host, which leads to the card of its MCP server.")
  )
  .add(
    HttpApiEndpoint.get("serverCard", "/api/mcp/server-card")
      .addSuccess(described(ServerCard, "application/mcp-server-card+json"))
      .annotate(OpenApi.Summary, "Read the card of the MCP server")
      .annotate(OpenApi.Description, "Where and how MCP clients connect, and which revisions are spoken.")
  )
  .add(
    HttpApiEndpoint.get("llms", "/llms.txt")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/plain" }))
      .annotate(OpenApi.Summary, "Read the overview for language models")
      .annotate(OpenApi.Description, "A short overview of the service with links, as Markdown.")
  )
  .add(
    HttpApiEndpoint.get("skill", "/skill.md")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/markdown" }))
      .annotate(OpenApi.Summary, "Learn to use the service")
      .annotate(OpenApi.Description, "The whole service as a skill for agents, in at most 900 tokens of Markdown.")
  )
  .middlewareEndpoints(Anyone)
  .annotateContext(OpenApi.annotations({ title: "Discovery", description: "What agents read first." })) {}
