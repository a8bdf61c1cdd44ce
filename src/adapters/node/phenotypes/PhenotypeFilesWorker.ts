import { parentPort } from "node:worker_threads"
import { namesIn, type PhenotypeTask, phenotypesIn } from "./PhenotypeFileReading.ts"

/** The buffers of all arrays in a value, which are handed over and not copied. */
const buffersIn = (value: unknown): ReadonlyArray<ArrayBuffer> => {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersIn) : []
}

// The worker of `PhenotypeFilesThread.ts`.
parentPort?.on("message", async ({ folder, what }: PhenotypeTask) => {
  const found = await (what === "names" ? namesIn : phenotypesIn)(folder)
  parentPort?.postMessage(found ?? null, Array.from(new Set(buffersIn(found))))
})
