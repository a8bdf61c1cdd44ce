import type { System } from "./Codes.ts"
import type { Prevalence } from "./Prevalence.ts"
import type { Source } from "./Source.ts"

/** A gene that has to do with a disease, and in what way. */
export interface Gene {
  readonly symbol: string
  readonly name: string
  readonly association: string
}

/** A disease with all that the sources say of it. */
export interface CatalogueDisease {
  /** Its id in Mondo, such as `MONDO:0007947`. */
  readonly key: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: { readonly [system in System]?: ReadonlyArray<string> }
  /** Codes of retired or merged entries that lead here, and ids that are not shown (foundation of ICD-11). */
  readonly retiredCodes: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
  readonly description: string | null
  /** Keys of its direct supertypes. */
  readonly parents: ReadonlyArray<string>
  readonly onset: ReadonlyArray<string>
  readonly inheritance: ReadonlyArray<string>
  readonly prevalence: ReadonlyArray<Prevalence>
  readonly genes: ReadonlyArray<Gene>
  /** A whole number from 0, greater for a better known disease. */
  readonly prominence: number
  readonly sources: ReadonlyArray<Source>
}
