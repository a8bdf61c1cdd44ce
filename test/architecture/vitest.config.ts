import { defineConfig } from "vitest/config"
import { checkSuites } from "../SuiteSelection.ts"

// These suites read files only. Under the project's own configuration they would wait for databases to be made.
export default defineConfig({
  test: {
    include: checkSuites,
    testTimeout: 300_000
  }
})
