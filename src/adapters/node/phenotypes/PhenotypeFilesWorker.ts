import { parentPort } from "node:worker_threads"
import { packBuilt } from "./BuiltFile.ts"
import { namesIn, type PhenotypeTask, phenotypesIn } from "./PhenotypeFileReading.ts"

// The worker of `PhenotypeFilesThread.ts`. It sends the shares that are done as numbers, and then what it has built.
parentPort?.on("message", async ({ folder, what }: PhenotypeTask) => {
  const report = (share: number) => parentPort?.postMessage(share)
  const found = what === "names" ? await namesIn(folder) : await phenotypesIn(folder, report)
  const packed = packBuilt("", found ?? null)
  parentPort?.postMessage(packed, packed.buffer instanceof ArrayBuffer ? [packed.buffer] : [])
})
