import { type LocalNameData, noLocalNames } from "@rare-disease-community/names/LocalNames"
import type { PhenotypeData } from "@rare-disease-community/signs/PhenotypeData"
import { Context, Effect, Layer, Option } from "effect"

/** The files of phenotypes, and of names of diseases in other languages, that ship with the server. */
export class PhenotypeFiles extends Context.Tag("ports/phenotypes/PhenotypeFiles")<
  PhenotypeFiles,
  {
    /** The names of diseases in other languages. */
    readonly names: Effect.Effect<LocalNameData>

    /** The Human Phenotype Ontology with the annotations of diseases; none where the files are missing. */
    readonly phenotypes: Effect.Effect<Option.Option<PhenotypeData>>

    /** The share of the reading of phenotypes that is done, from 0 to 1. */
    readonly share: Effect.Effect<number>
  }
>() {
  static readonly none = Layer.succeed(PhenotypeFiles, {
    names: Effect.succeed(noLocalNames),
    phenotypes: Effect.succeed(Option.none()),
    share: Effect.succeed(1)
  })
}
