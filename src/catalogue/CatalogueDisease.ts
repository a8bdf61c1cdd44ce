import type { Gene, Prevalence, Source } from "../domain/Disease.ts"
import type { System } from "./Codes.ts"

/** A disease of the catalogue, merged of all that the sources say of it. `key` is its id in Mondo. */
export interface CatalogueDisease {
  readonly key: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: { readonly [Name in System]?: ReadonlyArray<string> }
  readonly retiredCodes: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
  readonly description: string | null
  /** Keys of its nearest supertypes in the catalogue. */
  readonly parents: ReadonlyArray<string>
  readonly onset: ReadonlyArray<string>
  readonly inheritance: ReadonlyArray<string>
  readonly prevalence: ReadonlyArray<Prevalence>
  readonly genes: ReadonlyArray<Gene>
  readonly prominence: number
  readonly sources: ReadonlyArray<Source>
}

/** Something on which the sources do not agree, and what was made of it. */
export interface Conflict {
  readonly kind: string
  /** The id or code that it is about. */
  readonly about: string
  readonly detail: string
}
