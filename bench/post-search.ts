import { parseArgs } from "node:util"
import { connected, copyOf, drop, template, urlOf, worldOf } from "./Database.ts"
import { byTurns, laneOf } from "./driver/ByTurns.ts"
import { percentile } from "./driver/Load.ts"
import { say } from "./driver/Report.ts"
import type { World } from "./Seed.ts"
import { launch, ours } from "./Server.ts"

/**
 * How long a search for posts takes, by what is searched for, beside a route of ours that reads one row and that nothing
 * caches: `npm run bench -- post-search [--posts 100000] [--comments 3] [--rounds 12]`, on a PostgreSQL server.
 *
 * The other route is `GET /api/posts/:id/like` without a credential, as for the search of diseases. All are asked by four
 * clients, by turns, in short rounds, so that what else happens on the machine meets all. Ends with a failure when the
 * p95 of the search for the commonest word is more than ten times that of the other route.
 */
const { values } = parseArgs({
  options: {
    posts: { type: "string", default: "100000" },
    comments: { type: "string", default: "3" },
    rounds: { type: "string", default: "12" }
  }
})

const clients = 4
const roundMillis = 500
const maxRatio = 10

const oneRow = "one row"
const commonest = "commonest word"

/** Two words that follow one another in a title, and a word that one text has, as far as the seed goes. */
const seeded = (database: string) =>
  connected(urlOf(database), async (client) => {
    const { rows } = await client.query<{ readonly title: string }>(
      "select title from bench.post_texts where title like '% % %' order by number limit 40"
    )
    return rows.map(({ title }) => title.toLowerCase().split(" "))
  })

/** A letter too few, and two that have changed places. */
const misspelt = (word: string) => [
  `${word.slice(0, 3)}${word.slice(4)}`,
  `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`
]

/** What is searched for, by name. */
const searchesOf = (world: World, titles: ReadonlyArray<ReadonlyArray<string>>) => {
  const [first = "", second = ""] = world.words
  const long = world.words.slice(0, 400).filter((word) => word.length > 7)
  return {
    [commonest]: [first],
    "rare words": world.words.slice(-2_000).filter((_, index) => index % 50 === 0),
    "two words": [`${first} ${second}`, ...world.words.slice(2, 20).map((word) => `${first} ${word}`)],
    phrases: titles.map(([one, two]) => `"${one} ${two}"`),
    "disease names": world.diseases.slice(0, 40),
    "misspelt words": long.slice(0, 20).flatMap(misspelt),
    "half-typed words": world.words.slice(0, 20).map((word) => word.slice(0, 4))
  }
}

const pathOf = (search: string) => `/api/posts?search=${encodeURIComponent(search)}`

const lanesOf = (url: string, paths: ReadonlyArray<string>) =>
  Promise.all(
    Array.from({ length: clients }, (_, client) => laneOf(url, paths, Math.floor((client * paths.length) / clients)))
  )

/** The latencies of each in milliseconds, and how many requests failed. */
const measured = async (url: string, paths: Readonly<Record<string, ReadonlyArray<string>>>) => {
  const contestants = await Promise.all(
    Object.entries(paths).map(async ([name, asked]) => ({ name, lanes: await lanesOf(url, asked) }))
  )
  return byTurns(contestants, { millis: roundMillis, rounds: Number(values.rounds), warmUp: 2 * roundMillis })
}

/** Prints what was measured; says whether the search for the commonest word is fast enough. */
const report = (contestants: Awaited<ReturnType<typeof measured>>): boolean => {
  const figures = contestants.map(({ latencies, ...rest }) => ({
    ...rest,
    count: latencies.length,
    millis: [0.5, 0.95, 0.99].map((share) => percentile(latencies, share))
  }))
  const row = figures.find(({ name }) => name === oneRow)?.millis[1] ?? Number.NaN
  say(`${"".padEnd(18)}    p50 ms    p95 ms    p99 ms  p95 ratio  requests   failed`)
  for (const { count, failures, millis, name } of figures) {
    const ratio = ((millis[1] ?? Number.NaN) / row).toFixed(1)
    const cells = [...millis.map((one) => one.toFixed(2).padStart(9)), ratio.padStart(10), String(count).padStart(9)]
    say(`${name.padEnd(18)} ${cells.join(" ")} ${String(failures).padStart(8)}`)
  }
  const ratio = (figures.find(({ name }) => name === commonest)?.millis[1] ?? Number.NaN) / row
  say(`p95 of the commonest word over p95 of one row: ${ratio.toFixed(1)} (at most ${maxRatio})`)
  return ratio <= maxRatio && figures.every(({ failures }) => failures === 0)
}

const size = { posts: Number(values.posts), comments: Number(values.comments) }
const database = await copyOf(await template(size), `community_bench_search_${process.pid}`)
const world = await worldOf(database)
const server = await launch(ours({ DATABASE_URL: urlOf(database), KEPT_ANSWERS_MB: "0" }))
say(
  `${size.posts} posts with ${size.comments} comments each; ${clients} clients, ${values.rounds} rounds of ${roundMillis} ms`
)
const searches = Object.entries(searchesOf(world, await seeded(database)))
const paths = Object.fromEntries(
  searches.map(([name, asked]): [string, ReadonlyArray<string>] => [name, asked.map(pathOf)])
)
const isGood = report(await measured(server.url, { [oneRow]: [`/api/posts/${size.posts}/like`], ...paths }))
await server.stop()
await drop(database)
process.exitCode = isGood ? 0 : 1
