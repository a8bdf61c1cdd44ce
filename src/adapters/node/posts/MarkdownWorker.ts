import { readlinkSync } from "node:fs"
import { constants, platform, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { textPieces } from "@rare-disease-community/markdown/TextPieces"
import { Schema } from "effect"
import { MarkdownAnswer, type MarkdownTask, type MarkdownWorkerStarted, PiecesAnswer } from "../WorkerThread.ts"
import { filteredText } from "./FilteredText.ts"

const taskId = (): number | undefined => {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1))
  } catch {
    return undefined
  }
}

// On Linux each thread has a priority of its own; elsewhere this would slow the whole process down. It is not the
// lowest one, so a long text is filtered at last even while the event loop and the database are busy.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const encode = Schema.encodeSync(MarkdownAnswer)
const encodePieces = Schema.encodeSync(PiecesAnswer)

// A worker of `MarkdownFilterThreads.ts`: reports that it has started, then does one task after another.
parentPort?.on("message", ({ site, source, task }: MarkdownTask) =>
  parentPort?.postMessage(task === "filter" ? encode(filteredText(source, site)) : encodePieces(textPieces(source)))
)
parentPort?.postMessage({ taskId: taskId() } satisfies typeof MarkdownWorkerStarted.Encoded)
