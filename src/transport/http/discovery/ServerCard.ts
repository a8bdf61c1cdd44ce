import type { ServerCard } from "../../../api/DiscoveryApi.ts"
import { mcpRevisions, mcpServerInfo } from "../../../api/McpApi.ts"
import { serviceDescription } from "./AgentGuide.ts"

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
export const serverCard = (url: string): ServerCard => ({
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
export const aiCatalog = (url: string) => ({
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
