import { Context, Deferred, Effect, Layer, Option } from "effect"
import { inSlices } from "../../concurrency/Slices.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { SignFiles } from "../../ports/SignFiles.ts"
import type { DiseaseIndex } from "../../search/diseases/DiseaseIndex.ts"
import { type DiseaseProfiles, joinCatalogue } from "../../search/phenotypes/DiseaseProfiles.ts"
import type { PhenotypeData } from "../../search/phenotypes/PhenotypeData.ts"
import { PhenotypeNames } from "../../search/phenotypes/PhenotypeNames.ts"
import { SignRanking } from "../../search/phenotypes/SignRanking.ts"
import { SymptomReader } from "../../search/phenotypes/SymptomReader.ts"

/** The phenotypes in memory, and what searches them. */
export interface Signs {
  readonly data: PhenotypeData
  readonly names: PhenotypeNames
  readonly reader: SymptomReader
}

/** The phenotypes joined with a catalogue. */
export interface JoinedSigns extends Signs {
  readonly profiles: DiseaseProfiles
  readonly ranking: SignRanking
}

/** A search waits this long for phenotypes that are being read. */
const maxWait = "900 millis"

/** Reads the phenotypes once, in the background, and joins them with the catalogue where that has changed. */
export class SignEngine extends Context.Tag("services/phenotypes/SignEngine")<
  SignEngine,
  {
    /** Starts the reading if necessary, and returns with its end: true if there are phenotypes. */
    readonly warm: Effect.Effect<boolean>

    /** The phenotypes. Fails with `Unavailable` while they are read, and where there are none. */
    readonly signs: Effect.Effect<Signs, Unavailable>

    /** The phenotypes joined with the diseases of an index. */
    readonly joined: (index: DiseaseIndex) => Effect.Effect<JoinedSigns, Unavailable>
  }
>() {
  static readonly layer = Layer.scoped(SignEngine, Effect.gen(make))
}

function* make() {
  const files = yield* SignFiles
  const scope = yield* Effect.scope
  const read = yield* Deferred.make<Option.Option<Signs>>()
  const lock = yield* Effect.makeSemaphore(1)
  let joined: { readonly revision: number; readonly signs: JoinedSigns } | undefined

  const reading = yield* Effect.once(
    files.phenotypes.pipe(
      Effect.map(
        Option.map((data): Signs => {
          const names = new PhenotypeNames(data)
          return { data, names, reader: new SymptomReader(data, names) }
        })
      ),
      Effect.intoDeferred(read),
      Effect.forkIn(scope)
    )
  )
  const warm = Effect.zipRight(reading, Effect.map(Deferred.await(read), Option.isSome))

  const signs = Effect.zipRight(reading, Deferred.await(read)).pipe(
    Effect.timeoutFail({ duration: maxWait, onTimeout: () => new Unavailable() }),
    Effect.flatMap(Option.match({ onNone: () => new Unavailable(), onSome: Effect.succeed }))
  )

  const join = Effect.fnUntraced(function* (index: DiseaseIndex) {
    const found = yield* signs
    if (joined !== undefined && joined.revision === index.revision) return joined.signs
    const { revision } = index
    const profiles = yield* inSlices(joinCatalogue(found.data, index.diseases()))
    const all = { ...found, profiles, ranking: new SignRanking(found.data, profiles) }
    joined = { revision, signs: all }
    return all
  }, lock.withPermits(1))

  return SignEngine.of({ warm, signs, joined: join })
}
