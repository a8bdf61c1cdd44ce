import { availableParallelism } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { isLong, leftOut } from "./test/SuiteSelection.ts"

// A guard against a test that hangs: no test fails because the machine is slow.
const guardMillis = 1_200_000

/** Begins with the long suites, so that none of them is the last and runs alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const sorted = await super.sort(files)
    return [...sorted.filter(({ moduleId }) => isLong(moduleId)), ...sorted.filter(({ moduleId }) => !isLong(moduleId))]
  }
}

/**
 * One more than processors: a fifth of the time a suite waits for programs and connections. As many from the start: a
 * worker that ends while others run may end the run (tinypool 1.1).
 */
const workers = Math.min(availableParallelism() + 1, 7)

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...leftOut],
    sequence: { sequencer: LongFirst },
    globalSetup: ["test/Packages.ts", "test/support/Templates.ts"],
    setupFiles: ["test/support/FreshIt.ts"],
    testTimeout: guardMillis,
    hookTimeout: guardMillis,
    maxWorkers: workers,
    minWorkers: workers,
    // Suites share hundreds of modules: to read them again for each suite would take longer than most suites do.
    // A worker makes much garbage that is soon free: a larger young generation is collected less often.
    poolOptions: { forks: { isolate: false, execArgv: ["--max-semi-space-size=64"] } }
  }
})
