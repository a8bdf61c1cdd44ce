import type { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { joinCatalogue } from "@rare-disease-community/signs/build/JoinCatalogue"
import type { DiseaseProfiles } from "@rare-disease-community/signs/DiseaseProfiles"
import type { PhenotypeData } from "@rare-disease-community/signs/PhenotypeData"
import { PhenotypeNames } from "@rare-disease-community/signs/PhenotypeNames"
import { PhenotypeRanking } from "@rare-disease-community/signs/PhenotypeRanking"
import { SignReader } from "@rare-disease-community/signs/SignReader"
import { Context, Deferred, Effect, Layer, Option } from "effect"
import { inSlices } from "../../concurrency/Slices.ts"
import { type StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { PhenotypeFiles } from "../../ports/phenotypes/PhenotypeFiles.ts"

/** The phenotypes in memory, and what searches them. */
export interface ReadPhenotypes {
  readonly data: PhenotypeData
  readonly names: PhenotypeNames
  readonly reader: SignReader
}

export interface JoinedPhenotypes extends ReadPhenotypes {
  readonly profiles: DiseaseProfiles
  readonly ranking: PhenotypeRanking
}

/** The greatest share that is told while something is left to read. */
const almostAll = 0.99

/** A search for signs waits this long for phenotypes that are being read. */
const maxWait = "900 millis"

/** Reads the phenotypes once, in the background, and joins them with the catalogue where that has changed. */
export class PhenotypeEngine extends Context.Tag("services/phenotypes/PhenotypeEngine")<
  PhenotypeEngine,
  {
    /** Starts the reading if necessary, and returns with its end: true if there are phenotypes. */
    readonly warm: Effect.Effect<boolean>

    /** Returns when there is nothing left to read. Fails with `Unavailable` while phenotypes are read. */
    readonly ready: StorageEffect<void>

    /** The phenotypes. Fails with `Unavailable` while they are read, and where there are none. */
    readonly phenotypes: StorageEffect<ReadPhenotypes>

    readonly joined: (index: DiseaseIndex) => StorageEffect<JoinedPhenotypes>
  }
>() {
  static readonly layer = Layer.scoped(PhenotypeEngine, Effect.gen(makeEngine))
}

function* makeEngine() {
  const files = yield* PhenotypeFiles
  const scope = yield* Effect.scope
  const read = yield* Deferred.make<Option.Option<ReadPhenotypes>>()
  const lock = yield* Effect.makeSemaphore(1)
  let joined: { readonly revision: number; readonly phenotypes: JoinedPhenotypes } | undefined

  const reading = yield* Effect.once(
    files.phenotypes.pipe(
      Effect.map(
        Option.map((data): ReadPhenotypes => {
          const names = new PhenotypeNames(data)
          return { data, names, reader: new SignReader(data, names) }
        })
      ),
      Effect.intoDeferred(read),
      Effect.forkIn(scope)
    )
  )
  const unread = Effect.flatMap(
    files.share,
    (share) => new Unavailable({ signsRead: Math.floor(Math.min(share, almostAll) * 100) })
  )

  const warm = Effect.zipRight(reading, Effect.map(Deferred.await(read), Option.isSome))

  const once = Effect.zipRight(reading, Deferred.await(read)).pipe(
    Effect.timeoutTo({ duration: maxWait, onSuccess: Effect.succeed, onTimeout: () => unread }),
    Effect.flatten
  )
  const phenotypes = Effect.flatMap(once, Option.match({ onNone: () => new Unavailable(), onSome: Effect.succeed }))

  const joinOnce = Effect.fnUntraced(function* (found: ReadPhenotypes, index: DiseaseIndex) {
    if (joined !== undefined && joined.revision === index.revision) return joined.phenotypes
    const { revision } = index
    const profiles = yield* inSlices(joinCatalogue(found.data, index.diseases(), joined?.phenotypes.profiles))
    const all = { ...found, profiles, ranking: new PhenotypeRanking(found.data, profiles) }
    joined = { revision, phenotypes: all }
    return all
  }, lock.withPermits(1))

  // Waits for the reading before the lock: requests wait at the same time, each for `maxWait` at most.
  const join = (index: DiseaseIndex) => Effect.flatMap(phenotypes, (found) => joinOnce(found, index))

  return PhenotypeEngine.of({ warm, ready: Effect.asVoid(once), phenotypes, joined: join })
}
