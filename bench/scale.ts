import { parseArgs } from "node:util"
import { adminUrl, connected, copyOf, drop, template, urlOf, worldOf } from "./Database.ts"
import { CpuMeter } from "./driver/Cpu.ts"
import { say, short } from "./driver/Report.ts"
import { launch, ours } from "./Server.ts"
import { changeLog } from "./scale/changeLog.ts"
import type { Metered } from "./scale/Meter.ts"
import { partition, searchPages } from "./scale/partitions.ts"
import { cached, requests } from "./scale/requests.ts"
import { shards } from "./scale/shards.ts"
import { sizes } from "./scale/sizes.ts"
import { dump, vacuum } from "./scale/upkeep.ts"
import { wordsOf } from "./seed/Words.ts"

/**
 * Measures the cost of a large community, in processor time, pages and bytes: `npm run bench -- scale [PART…] [--posts N]
 * [--comments N] [--words N] [--members N] [--requests N] [--without OPERATION,…] [--in-place]`. It needs
 * `pg_stat_statements`. The parts are those below, all of them where none is named. `--in-place` writes to the template
 * itself, where there is no room for a copy.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    posts: { type: "string", default: "1000000" },
    comments: { type: "string", default: "1" },
    words: { type: "string" },
    members: { type: "string" },
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: "400" },
    without: { type: "string", default: "" },
    "in-place": { type: "boolean", default: false }
  }
})

const count = Number(values.requests)
const from = await template({
  posts: Number(values.posts),
  comments: Number(values.comments),
  seed: Number(values.seed),
  ...(values.words === undefined ? {} : { words: Number(values.words) }),
  ...(values.members === undefined ? {} : { members: Number(values.members) })
})
const database = values["in-place"] ? from : await copyOf(from, "scale")
const url = urlOf(database)
const world = await worldOf(database)
await connected(url, (client) => client.query("create extension if not exists pg_stat_statements"))

/** Runs something with a server on the database. */
const served = (variables: Readonly<Record<string, string>>, run: (metered: Metered) => Promise<void>) =>
  connected(url, async (client) => {
    const server = await launch(ours({ DATABASE_URL: url, ...variables }))
    const meter = await CpuMeter.open(adminUrl(), server.pid, database)
    try {
      const { heapUsed, rss } = await server.memory()
      say(`memory after the start: ${short(rss / 2 ** 20)} MiB resident, ${short(heapUsed / 2 ** 20)} MiB of heap`)
      await run({ server, meter, client })
    } finally {
      await meter.close()
      await server.stop()
    }
  })

const uncached = () =>
  served({ RESPONSE_CACHE_MB: "0" }, (metered) => requests(metered, world, count, values.without.split(",")))

const partitioned = async () => {
  await connected(url, (client) => partition(client, database))
  const { vocabulary } = wordsOf(world.seed)
  await connected(url, (client) =>
    searchPages(
      client,
      [0, 30, 300, 4_000].map((rank) => vocabulary[rank] ?? "")
    )
  )
  await uncached()
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  sizes: () => connected(url, sizes),
  requests: uncached,
  cache: () => served({}, (metered) => cached(metered, world, count * 10)),
  shards: () => connected(url, (client) => shards(client, world)),
  "change-log": () => connected(url, (client) => changeLog(client, adminUrl(), url, database)),
  vacuum: () => connected(url, vacuum),
  dump: () => dump(url, "public.comments"),
  partitions: partitioned
}

try {
  const names = positionals.length === 0 ? Object.keys(parts) : positionals
  for (const name of names) {
    const part = parts[name]
    if (part === undefined) throw new Error(`there is no part ${name}: ${Object.keys(parts).join(", ")}`)
    say(`\n${name}: ${world.posts} posts, ${world.comments} comments each, ${world.users} members`)
    await part()
  }
} finally {
  if (!values["in-place"]) await drop(database)
}
