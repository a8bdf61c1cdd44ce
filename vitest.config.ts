import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/templates.ts"],
    setupFiles: ["test/freshIt.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    minWorkers: 1,
    // All suites read the same hundreds of modules: reading them anew for each would take longer than most suites do.
    poolOptions: { forks: { isolate: false } }
  }
})
