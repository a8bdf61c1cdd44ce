import { Effect, Layer, Option } from "effect"
import { filesDir } from "../../../Config.ts"
import { SignFiles } from "../../../ports/SignFiles.ts"
import { type LocalNameData, noLocalNames } from "../../../search/diseases/LocalNames.ts"
import type { PhenotypeData } from "../../../search/phenotypes/PhenotypeData.ts"
import { nextMessage, startWorker } from "../WorkerThread.ts"
import type { SignTask } from "./SignFileReading.ts"

/** To build the index takes 500 MB for some seconds. */
const maxMemoryMb = 1_024

/** Reads the files in a worker thread, which ends then: nothing of it stays in memory, and the event loop is free. */
export const layer = Layer.effect(
  SignFiles,
  Effect.map(filesDir, (folder) => {
    const read = (what: SignTask["what"]) =>
      Effect.scoped(
        Effect.flatMap(startWorker("SignFilesWorker", maxMemoryMb), (worker) =>
          nextMessage(worker, { what, folder } satisfies SignTask)
        )
      ).pipe(
        Effect.catchTag("WorkerEnded", () => Effect.as(Effect.logError(`the files of ${what} could not be read`), null))
      )
    return {
      names: Effect.map(read("names"), (names) => (names ?? noLocalNames) as LocalNameData),
      phenotypes: Effect.map(read("phenotypes"), (data) => Option.fromNullable(data as PhenotypeData | null))
    }
  })
)
