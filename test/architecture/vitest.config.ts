import { defineConfig } from "vitest/config"

// The architecture test reads files only. Under the project's own configuration it would wait for databases to be made.
export default defineConfig({
  test: {
    include: [
      "test/{Architecture,ArchitectureLanguages,ArchitecturePackages,ArchitecturePages,ArchitectureWords,SqlFunctions,SuiteSelection}.test.ts"
    ],
    testTimeout: 300_000
  }
})
