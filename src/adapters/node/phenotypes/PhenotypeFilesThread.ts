import { Effect, Layer, Option } from "effect"
import { filesDir } from "../../../Config.ts"
import { PhenotypeFiles } from "../../../ports/phenotypes/PhenotypeFiles.ts"
import { type LocalNameData, noLocalNames } from "../../../search/diseases/LocalNames.ts"
import type { PhenotypeData } from "../../../search/phenotypes/PhenotypeData.ts"
import { nextMessage, startWorker } from "../WorkerThread.ts"
import type { PhenotypeTask } from "./PhenotypeFileReading.ts"

/** The maximum memory of the worker that reads the files of phenotypes, which takes 500 MB for some seconds. */
const maxMemoryMb = 1_024

/** Reads the files in a worker thread, which ends then: nothing of it stays in memory, and the event loop is free. */
export const layer = Layer.effect(
  PhenotypeFiles,
  Effect.map(filesDir, (folder) => {
    const read = (what: PhenotypeTask["what"]) =>
      Effect.scoped(
        Effect.flatMap(startWorker("PhenotypeFilesWorker", maxMemoryMb), (worker) =>
          nextMessage(worker, { what, folder } satisfies PhenotypeTask)
        )
      ).pipe(
        Effect.catchTag("WorkerEnded", () => Effect.as(Effect.logError(`the files of ${what} could not be read`), null))
      )
    return {
      // Messages of our own thread.
      names: Effect.map(read("names"), (names) => (names ?? noLocalNames) as LocalNameData),
      phenotypes: Effect.map(read("phenotypes"), (data) => Option.fromNullable(data as PhenotypeData | null))
    }
  })
)
