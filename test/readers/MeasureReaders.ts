import { Session } from "node:inspector"
import { hostile } from "./Corpus.ts"
import type { Measurement } from "./Measurement.ts"

/** The program of `Measure.ts`. */
const { data, what }: Measurement = JSON.parse(process.argv[2] ?? "{}")

/** The longest that a reader may hold the processor, and one that runs in a thread, in milliseconds. */
const [maxMillis, maxThreadMillis] = [150, 500]
const inThreads = new Set([
  "packages/markdown/src/FilterMarkdown.ts#filterMarkdown",
  "packages/markdown/src/TextPieces.ts#textPieces",
  // With the pieces, which a thread finds.
  "src/services/posts/TextsOfMarkdown.ts#withTexts"
])

/** Twice the text takes at most so many times the steps, where these are more than so many for each character. */
const [mostSteps, fewPerCharacter] = [2.2, 50]

interface Coverage {
  readonly result: ReadonlyArray<{
    readonly url: string
    readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>
  }>
}

const session = new Session()
const post = (method: string, params: object = {}): unknown => {
  let answer: unknown
  session.post(method, params, (_, result) => {
    answer = result
  })
  return answer
}

/** V8 counts the blocks of functions that it compiles from now on, so this comes before the readers are imported. */
const countSteps = () => {
  session.connect()
  post("Profiler.enable")
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
}

/** The steps of a call. To take the coverage is dear, and begins the next count. */
const stepsOf = (call: () => unknown): number => {
  call()
  const { result } = post("Profiler.takePreciseCoverage") as Coverage
  let steps = 0
  for (const { functions, url } of result)
    if (url.includes("/src/"))
      // V8 merges blocks that run as often: the busiest block of a function says how often its loop ran.
      for (const { ranges } of functions) steps += ranges.reduce((most, { count }) => Math.max(most, count), 0)
  return steps
}

const processorMillis = (call: () => unknown): number => {
  const before = process.cpuUsage()
  call()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1_000
}

/** Work of the kinds that readers do (words, tables, patterns), and how long it takes a quiet machine. */
const yardstick = () => {
  const counts = new Map<string, number>()
  for (let at = 0; at < 60_000; at++) {
    const word = `word ${(at * 7919) % 20_011}`.normalize("NFKD").replace(/[aeiou]\p{L}?/gu, "-")
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return Array.from(counts.keys()).sort().length
}
const yardstickMillis = 50

/**
 * The processor time of a call on a quiet machine: of several, the least, since the machine has other work. Where
 * others fill its caches, all work takes longer: the yardstick, measured beside each call, says how much.
 */
const millisOf = (call: (seed: number) => unknown, most: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let seed = 1; seed <= 8 && least > most; seed++) {
    const millis = processorMillis(() => call(seed))
    const slowness = millis > most ? Math.max(1, processorMillis(yardstick) / yardstickMillis) : 1
    least = Math.min(least, millis / slowness)
  }
  return least
}

if (what === "steps") countSteps()
const { readers } = await import("./Readers.ts")
const { smallEngines, wholeEngines } = await import("./Engines.ts")
const engines = await (data === "small" ? smallEngines() : wholeEngines())
if (what === "steps") post("Profiler.takePreciseCoverage")
else for (let warm = 0; warm < 5; warm++) yardstick() // compiled, it takes half as long as at first

const textOf = (kind: string, length: number, seed: number) => hostile[kind]?.(length, seed) ?? ""

const costly: Array<string> = []
for (const [name, { most, read }] of Object.entries(readers)) {
  const limit = inThreads.has(name) ? maxThreadMillis : maxMillis
  for (const [at, kind] of Object.keys(hostile).entries()) {
    if (what === "millis") {
      const millis = millisOf((seed) => read(textOf(kind, most, seed), engines), limit)
      if (millis > limit) costly.push(`${name} of ${kind}: ${Math.round(millis)} ms`)
    } else {
      const steps = (length: number) => stepsOf(() => read(textOf(kind, length, at), engines))
      const [half, whole] = [steps(most / 2), steps(most)]
      if (whole > fewPerCharacter * most && whole > mostSteps * half)
        costly.push(`${name} of ${kind}: ${half} steps for ${most / 2}, ${whole} for ${most}`)
    }
  }
}
process.stdout.write(JSON.stringify(costly), () => process.exit())
