import { parseArgs } from "node:util"
import { say } from "../driver/Report.ts"
import { launch, ours } from "../Server.ts"
import { chosen, fresh, importCatalogue, kept, type Storage } from "../Store.ts"
import { readCatalogue } from "./disease-search/Catalogue.ts"
import { generate } from "./disease-search/Generate.ts"
import { handMade, published, type QuerySet } from "./disease-search/QuerySet.ts"
import { type Answer, isCounted, isFirst, isFound, type Score, scoresOf, targetsOf } from "./disease-search/Score.ts"
import { trigramAnswers } from "./disease-search/Trigrams.ts"

/**
 * Measures the search for diseases over the full catalogue of the real files, through the real server: `npm run quality
 * -- disease-search [--seed 1] [--storage embedded|server|both] [--keep] [--baseline] [--failures]`.
 *
 * Seed 1 is the set that is published in `quality/disease-search/`; any other is generated from the real files.
 * `--keep` uses a database that stays for the next run, `--baseline` adds the result of plain trigrams, `--failures`
 * lists the queries whose answer was not first. Ends with a failure when a promised figure is missed.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    storage: { type: "string", default: "both" },
    keep: { type: "boolean", default: false },
    baseline: { type: "boolean", default: false },
    failures: { type: "boolean", default: false }
  }
})

const clients = 4

/** The answers of a server to all queries, by query. */
const answersOf = async (url: string, set: QuerySet): Promise<ReadonlyMap<string, Answer>> => {
  const answers = new Map<string, Answer>()
  const left = Object.values(set).flat().values()
  const ask = async () => {
    for (const { search } of left) {
      const answer = await fetch(`${url}/api/diseases?limit=5&search=${encodeURIComponent(search)}`)
      if (!answer.ok) throw new Error(`"${search}" was answered ${answer.status}: ${await answer.text()}`)
      const { data, pagination } = JSON.parse(await answer.text())
      const codesOf = ({ codes }: { readonly codes: { readonly mondo?: ReadonlyArray<string> } }) => codes.mondo ?? []
      answers.set(search, { found: data.map(codesOf), total: pagination.total })
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  return answers
}

/** Imports the catalogue, and asks everything of a server that has it. */
const answersOn = async (storage: Storage, set: QuerySet) => {
  const store = await (values.keep ? kept(storage, "catalogue") : fresh(storage))
  try {
    const { seconds } = await importCatalogue(store)
    say(`${storage}: imported in ${seconds.toFixed(1)} s`)
    const server = await launch(ours(store.variables))
    try {
      return await answersOf(server.url, set)
    } finally {
      await server.stop()
    }
  } finally {
    await store.remove()
  }
}

const digits = (figure: number) => figure.toFixed(3)
const row = (name: string, cells: ReadonlyArray<string>) =>
  say([name.padEnd(34), ...cells.map((cell) => cell.padStart(7))].join(" "))

const report = (title: string, scores: ReadonlyArray<Score>, baseline: ReadonlyArray<Score>) => {
  say(`\n${title}`)
  row("class", ["n", "hit@1", "hit@5", "MRR", "hits", ...(baseline.length === 0 ? [] : ["tri@1", "tri@5"])])
  scores.forEach(({ hitAt1, hitAt5, meanHits, mrr, name, nothing, queries }, index) => {
    const isEmpty = name === "nonsense" || name === "random letters"
    const figures = isEmpty ? ["-", "-", "-"] : [digits(hitAt1), digits(hitAt5), digits(mrr)]
    const trigrams = baseline.slice(index, index + 1).flatMap((score) => [digits(score.hitAt1), digits(score.hitAt5)])
    row(name, [String(queries), ...figures, meanHits.toFixed(1), ...trigrams, isEmpty ? `none ${digits(nothing)}` : ""])
  })
  const mean = (of: ReadonlyArray<Score>, figure: (score: Score) => number) => {
    const counted = of.filter(isCounted)
    return digits(counted.reduce((sum, score) => sum + figure(score), 0) / counted.length)
  }
  const means = (of: ReadonlyArray<Score>) => [mean(of, ({ hitAt1 }) => hitAt1), mean(of, ({ hitAt5 }) => hitAt5)]
  row("mean of the classes that count", [
    "",
    ...means(scores),
    mean(scores, ({ mrr }) => mrr),
    "",
    ...(baseline.length === 0 ? [] : means(baseline))
  ])
}

const listFailures = (set: QuerySet, answers: ReadonlyMap<string, Answer>, names: ReadonlyMap<string, string>) => {
  const named = (ids: ReadonlyArray<string>) => ids.map((id) => `${names.get(id) ?? "?"} (${id})`).join(" | ")
  for (const [name, queries] of Object.entries(set)) {
    for (const query of queries) {
      const answer = answers.get(query.search) ?? { found: [], total: 0 }
      const isRight = query.accept.length === 0 ? answer.total === 0 : isFirst(query, answer) && isFound(query, answer)
      if (isRight) continue
      say(`\n${name}: ${query.search}${isFound(query, answer) ? " (among the first five)" : ""}`)
      say(`  wanted ${named((query.required ?? query.accept).slice(0, 4))}`)
      say(`  got    ${named(answer.found.map(([id = ""]) => id).slice(0, 3))}, ${answer.total} in all`)
    }
  }
}

const seed = Number(values.seed)
const set = { ...(seed === 1 ? published() : generate(seed)), ...handMade() }
const everything = Object.values(set).flat()
say(`${everything.length} queries in ${Object.keys(set).length} classes, seed ${seed}`)

const results: Array<{ readonly storage: Storage; readonly answers: ReadonlyMap<string, Answer> }> = []
for (const storage of chosen(values.storage)) results.push({ storage, answers: await answersOn(storage, set) })
const baseline = values.baseline ? scoresOf(set, await trigramAnswers(everything.map(({ search }) => search))) : []

let missed = 0
for (const { answers, storage } of results) {
  const scores = scoresOf(set, answers)
  report(storage, scores, baseline)
  for (const { is, least, name } of targetsOf(scores)) {
    if (is < least) missed++
    say(`${is < least ? "MISSED" : "ok    "} ${digits(is)} of ${least} ${name}`)
  }
}
const [one, other] = results
if (one !== undefined && other !== undefined) {
  const key = (answers: ReadonlyMap<string, Answer>, search: string) => JSON.stringify(answers.get(search))
  const differing = everything.filter(({ search }) => key(one.answers, search) !== key(other.answers, search))
  if (differing.length > 0) missed++
  say(`\n${one.storage} and ${other.storage} answer ${differing.length} of ${everything.length} queries differently`)
  if (values.failures) for (const { search } of differing) say(`  ${search}`)
}
if (values.failures && one !== undefined) {
  const names = new Map(readCatalogue().map(({ id, name }) => [id, name]))
  listFailures(set, one.answers, names)
}
process.exitCode = missed === 0 ? 0 : 1
