import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/Templates.ts"],
    setupFiles: ["test/support/FreshIt.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    minWorkers: 1,
    // All suites read the same hundreds of modules: reading them anew for each would take longer than most suites do.
    poolOptions: { forks: { isolate: false } }
  }
})
