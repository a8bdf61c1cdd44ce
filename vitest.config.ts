import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

// A guard against a test that hangs: no test fails because the machine is slow.
const guardMillis = 900_000

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/Templates.ts"],
    setupFiles: ["test/support/FreshIt.ts"],
    testTimeout: guardMillis,
    hookTimeout: guardMillis,
    maxWorkers: Math.min(availableParallelism(), 6),
    minWorkers: 1,
    // Suites share hundreds of modules: to read them again for each suite would take longer than most suites do.
    poolOptions: { forks: { isolate: false } }
  }
})
