import { basename, extname } from "node:path"
import { Worker as Thread } from "node:worker_threads"

/** What a thread may use, and what it begins with. */
interface ThreadOptions {
  readonly maxOldGenerationSizeMb: number
  readonly workerData?: unknown
}

/**
 * Starts a thread that runs a bundled module, named as its source is. Threads on Node 20 inherit no TypeScript loader, so
 * under `tsx` and vitest they run the bundle of `npm run build:server`, too.
 */
export const typeScriptThread = (entry: URL, { maxOldGenerationSizeMb, workerData }: ThreadOptions): Thread => {
  const isBundled = extname(import.meta.url) !== ".ts"
  const folder = isBundled ? "./" : "../../dist/server/"
  const bundle = new URL(`${folder}${basename(entry.pathname, ".ts")}.mjs`, import.meta.url)
  // A task that takes too much memory ends the thread and not the process.
  return new Thread(bundle, { execArgv: [], workerData, resourceLimits: { maxOldGenerationSizeMb } })
}
