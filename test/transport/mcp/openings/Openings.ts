/** One request of an opening as a client sends it, and what its answer must hold. */
interface Step {
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object
  readonly status: number
  /** Members of the result of the answer, by their path. */
  readonly result?: Readonly<Record<string, unknown>>
}

const both = "application/json, text/event-stream"
const json = { accept: both, "content-type": "application/json" }

const claudeCode = {
  ...json,
  "accept-language": "*",
  "sec-fetch-mode": "cors",
  "user-agent": "claude-code/2.1.204 (cli)"
}
const stateless = (method: string, name?: string) => ({
  ...claudeCode,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...(name === undefined ? {} : { "mcp-name": name })
})
const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "claude-code", title: "Claude Code", version: "2.1.204" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} }, roots: {} }
}

const codex = { ...json, "user-agent": "codex-mcp-client/0.154.0" }

/** The first requests of clients of each generation. `SESSION` stands for the id that the server gives. */
export const openings: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "Claude Code (2026-07-28)": [
    {
      method: "POST",
      headers: stateless("server/discover"),
      body: { jsonrpc: "2.0", id: "server-discover-probe-1", method: "server/discover", params: { _meta } },
      status: 200,
      result: { resultType: "complete", "supportedVersions.0": "2026-07-28", cacheScope: "public" }
    },
    {
      method: "POST",
      headers: stateless("tools/list"),
      body: { method: "tools/list", jsonrpc: "2.0", id: 0, params: { _meta } },
      status: 200,
      result: { resultType: "complete", "tools.0.name": "search_community" }
    },
    {
      method: "POST",
      headers: stateless("prompts/list"),
      body: { method: "prompts/list", jsonrpc: "2.0", id: 1, params: { _meta } },
      status: 200,
      result: { "prompts.0.name": "introduce_yourself" }
    },
    {
      method: "POST",
      headers: stateless("resources/list"),
      body: { method: "resources/list", jsonrpc: "2.0", id: 2, params: { _meta } },
      status: 200,
      result: { "resources.0.name": "notifications" }
    },
    {
      method: "POST",
      headers: stateless("tools/call", "get_community_stats"),
      body: {
        method: "tools/call",
        params: { name: "get_community_stats", arguments: {}, _meta: { ..._meta, progressToken: 3 } },
        jsonrpc: "2.0",
        id: 3
      },
      status: 200,
      result: { resultType: "complete", "content.0.type": "text" }
    }
  ],
  "Codex (2025-06-18)": [
    {
      method: "POST",
      headers: codex,
      body: {
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: { elicitation: {} },
          clientInfo: { name: "codex-mcp-client", title: "Codex", version: "0.154.0" }
        }
      },
      status: 200,
      result: { protocolVersion: "2025-06-18", "serverInfo.name": "rare-disease-community" }
    },
    {
      method: "POST",
      headers: { ...codex, "mcp-session-id": "SESSION", "mcp-protocol-version": "2025-06-18" },
      body: { jsonrpc: "2.0", method: "notifications/initialized" },
      status: 202
    },
    {
      method: "POST",
      headers: { ...codex, "mcp-session-id": "SESSION", "mcp-protocol-version": "2025-06-18" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: { progressToken: 0 } } },
      status: 200,
      result: { "tools.0.name": "search_community", "tools.12.name": "find_similar_discussions" }
    },
    {
      method: "POST",
      headers: { ...codex, "mcp-session-id": "SESSION", "mcp-protocol-version": "2025-06-18" },
      body: {
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: { _meta: { progressToken: 1 }, name: "get_community_stats", arguments: {} }
      },
      status: 200,
      result: { "content.0.type": "text" }
    }
  ],
  "a client of HTTP+SSE (2024-11-05)": [
    { method: "GET", headers: { accept: "text/event-stream", "cache-control": "no-cache" }, status: 200 },
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: {
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: {
          protocolVersion: "2024-11-05",
          capabilities: { roots: { listChanged: true } },
          clientInfo: { name: "mcp", version: "0.1.0" }
        }
      },
      status: 202,
      result: { protocolVersion: "2024-11-05", "serverInfo.name": "rare-disease-community" }
    },
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: { jsonrpc: "2.0", method: "notifications/initialized" },
      status: 202
    },
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      status: 202,
      result: { "tools.0.name": "search_community" }
    }
  ]
}
