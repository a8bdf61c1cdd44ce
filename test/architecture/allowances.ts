// Breaches of a rule that are still to be mended. An entry that lets nothing pass any more fails the test.

export const arrowsAllowed: ReadonlyArray<string> = []

/** Functions of more than 70 lines: `file: name`. */
export const functionsAllowed: ReadonlyArray<string> = [
  "src/transport/mcp/McpServer.ts: make",
  "src/transport/mcp/Sessions.ts: make",
  "src/transport/mcp/StreamableHttp.ts: make",
  "src/transport/mcp/Subscriptions.ts: make"
]

/** Files whose Tag stands behind code. */
export const tagsAllowed: ReadonlyArray<string> = [
  "src/services/diseases/CatalogueImport.ts",
  "src/transport/http/InFlight.ts",
  "src/transport/mcp/LegacyHttp.ts",
  "src/transport/mcp/McpServer.ts",
  "src/transport/mcp/Resources.ts",
  "src/transport/mcp/Sessions.ts",
  "src/transport/mcp/StreamableHttp.ts",
  "src/transport/mcp/Subscriptions.ts",
  "src/transport/mcp/Tools.ts",
  "src/transport/rpc/RpcExchanges.ts",
  "src/transport/tools/ToolHandlers.ts"
]

/** Retired words that are still in use: `file: word`. */
export const retiredAllowed: ReadonlyArray<string> = [
  "bench/Follower.ts: Follower",
  "bench/Follower.ts: follower",
  "bench/speed/fanOut.ts: followers",
  "bench/streams.ts: Follower",
  "bench/streams.ts: follower",
  "bench/streams.ts: followers",
  "src/cli/ImportNews.ts: together",
  "src/client/CommunityClient.ts: plainly",
  "src/client/PlainRequests.ts: Asked",
  "src/transport/mcp/StreamableHttp.ts: Talk",
  "src/transport/mcp/StreamableHttp.ts: talk",
  "src/transport/mcp/Subscriptions.ts: isTelling",
  "test/process/Build.test.ts: patience",
  "test/process/Start.test.ts: patience",
  "test/process/Stop.test.ts: patience",
  "test/services/news/NewsFeeds.test.ts: Untold",
  "test/services/news/NewsImport.test.ts: Untold",
  "test/services/toldChanges.ts: Untold",
  "test/transport/http/edge/AuthorizationMatrix.test.ts: plainly",
  "test/transport/http/edge/Limits.test.ts: Asked",
  "test/transport/http/faults/DatabaseSilent.test.ts: patience",
  "test/transport/http/faults/Draining.test.ts: Conversation",
  "test/transport/http/faults/Draining.test.ts: Draining",
  "test/transport/http/faults/Draining.test.ts: talk",
  "test/transport/mcp/SessionTimes.test.ts: Untold"
]
