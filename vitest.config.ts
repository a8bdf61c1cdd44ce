import { defineConfig } from "vitest/config"

/** Suites that talk to a community behind a socket, or to a storage: all read the same hundreds of modules. */
const sharing = ["test/{contracts,http,rpc}/**/*.test.ts", "test/mcp/{[!S],St,Su}*.test.ts"]

export default defineConfig({
  test: {
    globalSetup: ["test/templates.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    minWorkers: 1,
    projects: [
      // Reading the modules anew for each of these would take longer than most of them do.
      { extends: true, test: { name: "sharing", include: sharing, isolate: false } },
      { extends: true, test: { name: "alone", include: ["test/**/*.test.ts"], exclude: sharing } }
    ]
  }
})
