import { readlinkSync } from "node:fs"
import { constants, platform, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { Either } from "effect"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"

/** This thread's id in `/proc`, where its processor time can be read; none but on Linux. */
const threadId = (): number | undefined => {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1))
  } catch {
    return undefined
  }
}

// On Linux a priority is one thread's own; elsewhere this would slow the whole process down. A long text may wait while
// the event loop or the database wants the processor, but it is done at last: this is not the lowest one.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** Runs in each thread of `MarkdownThreads.ts`: says that it is ready, then filters one text after another. */
parentPort?.on("message", (source: string) => {
  parentPort?.postMessage(
    Either.match(filterMarkdown(source), {
      onLeft: (error) =>
        error._tag === "TooCostly" ? { costly: { what: error.what, remedy: error.remedy } } : { deep: true },
      onRight: (filtered) => ({ filtered })
    })
  )
})
parentPort?.postMessage({ ready: { threadId: threadId() } })
