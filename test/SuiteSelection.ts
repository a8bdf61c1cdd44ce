import { changedFiles } from "./support/storage/ChangedFiles.ts"

/** The suites that `npm test` leaves out, with the commands that run them. */
export const longSuites: Readonly<Record<string, string>> = {
  "test/process/**": "npm test -- test/process (programs)",
  "test/ci/**": "npm test -- test/ci (conformance, generated clients, OpenAPI rules, tokens)",
  "test/browser/**": "npm test -- test/browser (journeys in chromium, accessibility, budgets)",
  "**/*.full.test.ts": "npm test -- .full.test (long suites)"
}

/** The suites that read files only: `npm run check` runs them. */
export const checkSuites = ["test/Architecture*.test.ts", "test/SqlFunctions.test.ts", "test/SuiteSelection.test.ts"]

/** The suites of one engine, with the files that change what they test. All of them run each night. */
const engineSuites: Readonly<Record<string, ReadonlyArray<string>>> = {
  "test/readers/EveryReader.full.test.ts": ["packages/", "content/", "test/readers/"],
  "test/transport/http/edge/LinearTime.full.test.ts": ["src/api/", "src/transport/", "packages/", "test/transport/"],
  "test/quality/**": ["packages/names/", "packages/text/", "content/names/", "bench/quality/", "test/quality/"]
}

/**
 * The suites in which the embedded database differs from a server, with their reasons: they run on both. All others run
 * on the server where there is one, since the statements are the same.
 */
export const embeddedSuites: Readonly<Record<string, string>> = {
  "test/Schema.test.ts": "an upgrade gives the schema of a start, under another version of PostgreSQL",
  "test/adapters/postgres/CommonSearch.full.test.ts": "its settings and version plan searches of common words",
  "test/adapters/postgres/DiskFull.full.test.ts": "its disk is that of the process",
  "test/adapters/postgres/Scrub.test.ts": "it removes erased texts from its own files",
  "test/adapters/postgres/backup/Backup.full.test.ts": "a backup moves between the two",
  "test/adapters/postgres/connection/DatabaseClock.test.ts": "its clock is that of the process",
  "test/contracts/posts/PostsRepo.test.ts": "its settings and version plan searches of many posts",
  "test/migrations.full.test.ts": "it upgrades its own folder",
  "test/process/**": "it starts, locks its folder, crashes and recovers by itself"
}

/** True if the file of this path is one of the long suites. */
export const isLong = (path: string): boolean => /\/test\/(process|ci|browser)\/|\.full\.test\.ts$/.test(path)

/** The suites that the command names: `npm test -- test/process`. */
const named = process.argv.slice(2).filter((word) => !word.startsWith("-") && /test|packages|\.ts$/.test(word))

/** True for a run that leaves nothing out: each night. */
export const isNightly = process.env["NIGHTLY"] === "1"

/** True for a run of all suites, as CI does. */
export const isWhole = process.env["SUITES"] === "all"

/** The suites of engines that are as they were. */
const unchangedEngines = (): ReadonlyArray<string> => {
  const changed = changedFiles()
  if (isNightly || changed === null) return []
  const isSame = (watched: ReadonlyArray<string>) =>
    !changed.some((path) => watched.some((start) => path.startsWith(start)))
  return Object.keys(engineSuites).filter((suite) => isSame(engineSuites[suite] ?? []))
}

/** The patterns of the suites that this run leaves out: none where it names its suites. */
export const leftOut: ReadonlyArray<string> =
  named.length > 0 ? [] : [...checkSuites, ...(isWhole ? unchangedEngines() : Object.keys(longSuites))]

/** One line that names what a run leaves out, with the commands that run it; empty if it leaves nothing out. */
export const leftOutLine = (patterns: ReadonlyArray<string>, servers: ReadonlyArray<string>): string => {
  const long = patterns.flatMap((pattern) => longSuites[pattern] ?? [])
  const checked = patterns.some((pattern) => checkSuites.includes(pattern)) ? ["npm run check (architecture)"] : []
  const engines = patterns.some((pattern) => pattern in engineSuites)
    ? ["NIGHTLY=1 .ci/run (engines as they were)"]
    : []
  const embedded =
    isNightly || process.env["ALL_SUITES"] === "1" ? [] : ["ALL_SUITES=1 npm test (all contracts, embedded)"]
  const onServers = servers.length === 0 ? [] : [`${servers.map((name) => `${name}=…`).join(" ")} npm test (servers)`]
  const commands = [...checked, ...long, ...engines, ...embedded, ...onServers]
  return commands.length === 0 ? "" : `Left out here: ${commands.join(", ")}\n`
}

/** The folders of the suites of this run that have packages of their own. */
export const foldersWithPackages: ReadonlyArray<string> = ["test/ci", "test/browser"].filter(
  (folder) => isWhole || named.some((name) => name.includes(folder))
)
