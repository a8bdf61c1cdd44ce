/** The suites that `npm test` leaves out unless `SUITES` is `all`, with the commands that run them. */
export const longSuites: Readonly<Record<string, string>> = {
  "test/process/**": "npm run test:process (programs)",
  "test/ci/**": "npm run test:ci (conformance, generated clients, OpenAPI rules, tokens)",
  "test/browser/**": "npm run test:browser (journeys in chromium, accessibility, budgets)",
  "**/*.full.test.ts": "npm run test:full (long suites)"
}

/** Whether the file of this path is one of these suites. */
export const isLong = (path: string): boolean => /\/test\/(process|ci|browser)\/|\.full\.test\.ts$/.test(path)
