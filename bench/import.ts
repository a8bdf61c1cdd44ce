import { parseArgs } from "node:util"
import { say } from "./driver/Report.ts"
import { chosen, fresh, importCatalogue, type Storage } from "./Store.ts"

/**
 * The duration of the import of the real files, from the command's start to its end, on a new database and then again
 * when nothing has changed: `npm run bench -- import [--storage embedded|server|both]`. Ends with a failure when it
 * takes longer than is promised.
 */
const { values } = parseArgs({ options: { storage: { type: "string", default: "both" } } })

const maxSeconds: Readonly<Record<Storage, number>> = { server: 60, embedded: 120 }

let isGood = true
for (const storage of chosen(values.storage)) {
  const store = await fresh(storage)
  try {
    for (const run of ["first", "second"]) {
      const { seconds, summary } = await importCatalogue(store)
      say(`${storage}, ${run} run: ${seconds.toFixed(1)} s (at most ${maxSeconds[storage]} s)\n${summary}\n`)
      isGood = isGood && seconds <= maxSeconds[storage]
    }
  } finally {
    await store.remove()
  }
}
process.exitCode = isGood ? 0 : 1
