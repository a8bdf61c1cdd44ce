/** The suites that `npm test` leaves out, with the commands that run them. */
export const longSuites: Readonly<Record<string, string>> = {
  "test/process/**": "npm test -- test/process (programs)",
  "test/ci/**": "npm test -- test/ci (conformance, generated clients, OpenAPI rules, tokens)",
  "test/browser/**": "npm test -- test/browser (journeys in chromium, accessibility, budgets)",
  "**/*.full.test.ts": "npm test -- .full.test (long suites)"
}

/** True if the file of this path is one of these suites. */
export const isLong = (path: string): boolean => /\/test\/(process|ci|browser)\/|\.full\.test\.ts$/.test(path)

/** The suites that the command names: `npm test -- test/process`. */
const named = process.argv.slice(2).filter((word) => !word.startsWith("-") && /test|packages|\.ts$/.test(word))

/** True for a run of all suites, as CI does. */
export const isWhole = process.env["SUITES"] === "all"

/** The patterns of the suites that this run leaves out: none where it names its suites, and with `SUITES=all`. */
export const leftOut: ReadonlyArray<string> = isWhole || named.length > 0 ? [] : Object.keys(longSuites)

/** The folders of the suites of this run that have packages of their own. */
export const foldersWithPackages: ReadonlyArray<string> = ["test/ci", "test/browser"].filter(
  (folder) => isWhole || named.some((name) => name.includes(folder))
)
