import { basename, extname } from "node:path"
import { Worker as Thread } from "node:worker_threads"

/** What a thread may use, and what it begins with. */
interface ThreadOptions {
  readonly maxOldGenerationSizeMb: number
  readonly workerData?: unknown
}

/**
 * A thread that runs a module, named as its source is. It begins with the bundle of it: beside this module where that is
 * in the bundle too, else by way of `cli/run.mjs`. (On Node 20 a thread takes over no loader of TypeScript.)
 * Work that takes too much memory ends the thread, and not the community.
 */
export const typeScriptThread = (entry: URL, { maxOldGenerationSizeMb, workerData }: ThreadOptions): Thread => {
  const options = { execArgv: [], workerData, resourceLimits: { maxOldGenerationSizeMb } }
  const extension = extname(import.meta.url)
  return extension === ".ts"
    ? new Thread(new URL("../cli/run.mjs", import.meta.url), { ...options, argv: [basename(entry.pathname, ".ts")] })
    : new Thread(new URL(entry.href.replace(/\.ts$/, extension)), options)
}
