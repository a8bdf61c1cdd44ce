import { parseArgs } from "node:util"
import { adminUrl, connected } from "./Database.ts"
import { ranNanos } from "./driver/Cpu.ts"
import { sleep } from "./driver/Load.ts"
import { say } from "./driver/Report.ts"
import { launch, ours } from "./Server.ts"
import { chosen, fresh, type Storage } from "./Store.ts"

/**
 * The cost of a server that nobody asks anything, once all is loaded: its processor time, and the transactions that it
 * makes on a server of PostgreSQL. `npm run bench -- idle [--storage embedded|server|both] [--minutes 1] [--settle 2]`;
 * it waits `settle` minutes first, since a start reads signs and languages in the background.
 */
const { values } = parseArgs({
  options: {
    storage: { type: "string", default: "both" },
    minutes: { type: "string", default: "1" },
    settle: { type: "string", default: "2" }
  }
})
const [minutes, settle] = [Number(values.minutes), Number(values.settle)]

/** The transactions of a database until now; 0 for the embedded one. */
const transactionsOf = async (url: string | undefined): Promise<number> => {
  if (url === undefined) return 0
  const name = new URL(url).pathname.slice(1)
  return connected(adminUrl(), async (client) => {
    const counted = "select xact_commit + xact_rollback as count from pg_stat_database where datname = $1"
    return Number((await client.query(counted, [name])).rows[0]?.count)
  })
}

const measure = async (storage: Storage) => {
  const store = await fresh(storage)
  const server = await launch(ours(store.variables))
  const now = async () => ({
    cpu: ranNanos(server.pid) / 1e9,
    transactions: await transactionsOf(store.variables["DATABASE_URL"])
  })
  await sleep(settle * 60_000)
  const before = await now()
  await sleep(minutes * 60_000)
  const after = await now()
  const cpu = ((after.cpu - before.cpu) / minutes).toFixed(2)
  const transactions = ((after.transactions - before.transactions) / minutes).toFixed(0)
  say(`${storage}: ${cpu} s of CPU a minute${storage === "server" ? `, ${transactions} transactions a minute` : ""}`)
  await server.stop()
  await store.remove()
}

for (const storage of chosen(values.storage)) await measure(storage)
