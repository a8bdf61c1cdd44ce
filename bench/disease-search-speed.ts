import { parseArgs } from "node:util"
import { handMade, published } from "./disease-search/QuerySet.ts"
import { Random } from "./disease-search/Random.ts"
import { chosen, fresh, importCatalogue, kept, type Storage } from "./disease-search/Storage.ts"
import { byTurns, laneOf } from "./driver/ByTurns.ts"
import { percentile } from "./driver/Load.ts"
import { say } from "./driver/Report.ts"
import { launch, ours } from "./Server.ts"

/**
 * How long a search for diseases takes over the full catalogue, beside a route of ours that reads one row and that
 * nothing caches: `npm run bench -- disease-search-speed [--storage embedded|server|both] [--keep] [--rounds 30]`.
 *
 * The other route is `GET /api/posts/:id/like` without a credential: the leanest there is, one select by primary key
 * and no look-up of a caller. Both are asked by four clients, by turns, in many short rounds, so that what else happens
 * on the machine meets both. Ends with a failure when the p95 of the search is more than ten times the other's.
 */
const { values } = parseArgs({
  options: {
    storage: { type: "string", default: "both" },
    keep: { type: "boolean", default: false },
    rounds: { type: "string", default: "30" }
  }
})

const clients = 4
const roundMillis = 500
const maxRatio = 10

const lanesOf = (url: string, pathsOf: (client: number) => ReadonlyArray<string>) =>
  Promise.all(Array.from({ length: clients }, (_, client) => laneOf(url, pathsOf(client))))

const post = async (url: string, path: string, body: unknown, token = "") => {
  const headers = { "content-type": "application/json", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`)
  return JSON.parse(await answer.text())
}

/** A post that can be asked how many like it. */
const postId = async (url: string): Promise<number> => {
  const name = `bench${process.pid}`
  const account = { username: name, email: `${name}@example.org`, password: "correct horse battery" }
  const { token } = await post(url, "/api/auth/register", account)
  return (await post(url, "/api/posts", { title: "A post", content: "Hello." }, token)).id
}

const searches = Object.values({ ...published(), ...handMade() })
  .flat()
  .map(({ search }) => `/api/diseases?limit=20&search=${encodeURIComponent(search)}`)

const measured = async (url: string) => {
  const row = `/api/posts/${await postId(url)}/like`
  const contestants = [
    { name: "search", lanes: await lanesOf(url, (client) => new Random(client).shuffled(searches)) },
    { name: "one row", lanes: await lanesOf(url, () => [row]) }
  ]
  return byTurns(contestants, { millis: roundMillis, rounds: Number(values.rounds), warmUp: 4 * roundMillis })
}

/** Prints what was measured; says whether the search is fast enough. */
const report = (storage: Storage, contestants: Awaited<ReturnType<typeof measured>>) => {
  const shares = [0.5, 0.95, 0.99]
  const figures = contestants.map(({ failures, latencies, name }) => {
    const millis = shares.map((share) => percentile(latencies, share))
    const texts = millis.map((one, index) => `p${(shares[index] ?? 0) * 100} ${one.toFixed(2)} ms`)
    say(`${storage.padEnd(9)} ${name.padEnd(8)} ${texts.join(", ")}, ${latencies.length} requests, ${failures} failed`)
    return { millis, failures }
  })
  const [search, row] = figures
  const ratio = (search?.millis[1] ?? Number.NaN) / (row?.millis[1] ?? Number.NaN)
  say(`${storage.padEnd(9)} p95 of the search over p95 of one row: ${ratio.toFixed(1)} (at most ${maxRatio})`)
  return ratio <= maxRatio && figures.every(({ failures }) => failures === 0)
}

let isGood = true
for (const storage of chosen(values.storage)) {
  const store = await (values.keep ? kept(storage) : fresh(storage))
  await importCatalogue(store)
  const server = await launch(ours({ ...store.variables, KEPT_ANSWERS_MB: "0" }))
  isGood = report(storage, await measured(server.url)) && isGood
  await server.stop()
  await store.remove()
}
process.exitCode = isGood ? 0 : 1
