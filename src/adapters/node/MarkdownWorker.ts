import { readlinkSync } from "node:fs"
import { constants, platform, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { Schema } from "effect"
import { filterMarkdown } from "../../markdown/FilterMarkdown.ts"
import { MarkdownAnswer, type MarkdownWorkerStarted } from "./WorkerThread.ts"

const taskId = (): number | undefined => {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1))
  } catch {
    return undefined
  }
}

// On Linux each thread has a priority of its own; elsewhere this would slow the whole process down. It is not the lowest
// one, so a long text is filtered at last even while the event loop and the database are busy.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const encode = Schema.encodeSync(MarkdownAnswer)

// A worker of `MarkdownFilterThreads.ts`: reports that it has started, then filters one text after another.
parentPort?.on("message", (source: string) => parentPort?.postMessage(encode(filterMarkdown(source))))
parentPort?.postMessage({ taskId: taskId() } satisfies typeof MarkdownWorkerStarted.Encoded)
