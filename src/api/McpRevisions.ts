/** The revisions of MCP that this server speaks, newest first. The newest has no sessions. */
export const mcpRevisions = [
  "2026-07-28",
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07"
] as const

/** The name and version that the server sends to MCP clients. */
export const mcpServerInfo = { name: "rare-disease-community", title: "Rare-disease community", version: "0.1.0" }
