import { type LocalNameData, noLocalNames } from "@rare-disease-community/names/LocalNames"
import type { PhenotypeData } from "@rare-disease-community/signs/PhenotypeData"
import { Effect, Layer, Option } from "effect"
import { filesDir } from "../../../Config.ts"
import { PhenotypeFiles } from "../../../ports/phenotypes/PhenotypeFiles.ts"
import { nextMessage, startWorker } from "../WorkerThread.ts"
import { unpackBuilt } from "./BuiltFile.ts"
import { type PhenotypeTask, readBuilt } from "./PhenotypeFileReading.ts"

/** The maximum memory of the worker that builds data of files of phenotypes, which takes 500 MB for some seconds. */
const maxMemoryMb = 1_024

/**
 * Reads the data that `operations/build.cjs` has built of the files. A worker thread builds data that is missing, and
 * ends then: nothing of it stays in memory, and the event loop is free.
 */
export const layer = Layer.effect(
  PhenotypeFiles,
  Effect.map(filesDir, (folder) => {
    let done = 0
    const build = (what: PhenotypeTask["what"]) =>
      Effect.scoped(
        Effect.flatMap(startWorker("PhenotypeFilesWorker", maxMemoryMb), (worker) =>
          Effect.gen(function* () {
            let message = yield* nextMessage(worker, { what, folder } satisfies PhenotypeTask)
            for (; typeof message === "number"; message = yield* nextMessage(worker)) done = message
            return message instanceof Uint8Array ? unpackBuilt(message).data : null
          })
        )
      ).pipe(
        Effect.catchTag("WorkerEnded", () => Effect.as(Effect.logError(`the files of ${what} could not be read`), null))
      )
    const read = <Data>(what: PhenotypeTask["what"]) =>
      Effect.flatMap(
        Effect.promise(() => readBuilt<Data>({ what, folder })),
        (known) => (known === undefined ? build(what) : Effect.succeed(known))
      )
    return {
      // Messages of our own thread.
      names: Effect.map(read<LocalNameData>("names"), (names) => (names ?? noLocalNames) as LocalNameData),
      phenotypes: Effect.map(read<PhenotypeData>("phenotypes"), (data) =>
        Option.fromNullable(data as PhenotypeData | null)
      ),
      share: Effect.sync(() => done)
    }
  })
)
