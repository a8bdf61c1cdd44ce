import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { Worker as Thread } from "node:worker_threads"

/** What a thread may use, and what it begins with. */
interface ThreadOptions {
  readonly maxOldGenerationSizeMb: number
  readonly workerData?: unknown
}

/**
 * A thread that runs TypeScript. On Node 20 a thread takes over neither the loader of the process nor one named in its
 * `execArgv`, so it begins with a line of script that registers the loader itself.
 * Work that takes too much memory ends the thread, and not the community.
 */
export const typeScriptThread = (entry: URL, { maxOldGenerationSizeMb, workerData }: ThreadOptions): Thread => {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx"))
  const loader = JSON.stringify(new URL("./esm/api/index.mjs", tsx))
  return new Thread(
    `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}) })`,
    { eval: true, execArgv: [], workerData, resourceLimits: { maxOldGenerationSizeMb } }
  )
}
