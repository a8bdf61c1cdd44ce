import { defineConfig } from "vitest/config"

/**
 * The suites of REST, streams, RPC and MCP without sessions against three instances behind nginx, which are killed at
 * random while the tests run.
 */
export default defineConfig({
  test: {
    include: ["test/transport/**/*.test.ts"],
    exclude: [
      // Of the process of the server, its connections, its log, or a database that goes away.
      "test/transport/http/faults/**",
      "test/transport/http/edge/{HostGuard,Metrics,RequestLog}.test.ts",
      // A session of MCP ends with its instance.
      "test/transport/mcp/*.test.ts",
      "test/transport/sse/StreamConnection.test.ts",
      // Hostile requests, most of which nginx refuses itself.
      "test/transport/http/edge/NoInputIs500.full.test.ts",
      // Without a server.
      "test/transport/wire/**"
    ],
    globalSetup: ["test/support/instances/Parts.ts"],
    setupFiles: ["test/support/FreshIt.ts", "test/support/instances/LeftOut.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    minWorkers: 1,
    poolOptions: { forks: { isolate: false } }
  }
})
