import { defineConfig } from "vitest/config"

/** Suites that move the clock, which a suite before them in the same process may have replaced. */
const alone = ["test/services/{Changes,RateLimits}.test.ts", "test/sse/NotificationStreams.test.ts"]

export default defineConfig({
  test: {
    globalSetup: ["test/templates.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    minWorkers: 1,
    projects: [
      // All read the same hundreds of modules: reading them anew for each would take longer than most suites do.
      { extends: true, test: { name: "sharing", include: ["test/**/*.test.ts"], exclude: alone, isolate: false } },
      { extends: true, test: { name: "alone", include: alone } }
    ]
  }
})
