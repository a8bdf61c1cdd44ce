import type { Gene } from "./CatalogueDisease.ts"
import type { Prevalence } from "./Prevalence.ts"

/** A disagreement between the sources, and its resolution. */
export interface Conflict {
  readonly kind: string
  /** The id or code that the sources disagree about. */
  readonly about: string
  readonly detail: string
}

/** A synonym of an ontology; one that is not exact names something similar. */
export interface OntologySynonym {
  readonly text: string
  readonly exact: boolean
  readonly abbreviation: boolean
}

/** A cross-reference as an ontology writes it; only an exact one means identity. */
export interface OntologyReference {
  readonly code: string
  readonly exact: boolean
}

/** A term of Mondo or of the Disease Ontology. */
export interface Term {
  readonly kind: "term"
  readonly id: string
  readonly name: string
  readonly definition: string | undefined
  readonly synonyms: ReadonlyArray<OntologySynonym>
  readonly references: ReadonlyArray<OntologyReference>
  readonly parents: ReadonlyArray<string>
  /** Ids that were merged into this one. */
  readonly mergedIds: ReadonlyArray<string>
  readonly replacedBy: ReadonlyArray<string>
  readonly subsets: ReadonlyArray<string>
  readonly obsolete: boolean
}

/** An entry of Orphanet's nomenclature (product 1). */
export interface OrphanetEntry {
  readonly kind: "orphanetEntry"
  readonly orpha: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  /** Codes of other vocabularies for exactly this (relation E). */
  readonly exactCodes: ReadonlyArray<string>
  readonly definition: string | undefined
  /** The entry that an inactive one was moved or referred to. */
  readonly movedTo: string | undefined
  readonly inactive: boolean
}

/** The vocabularies whose releases the attributions name. */
export type Release = "mondo" | "orphadata" | "doid"

/** A statement of a source file. ORPHAcodes are bare numbers, all other codes are as written. */
export type Fact =
  | Term
  | OrphanetEntry
  /** A rare disease of Mondo. */
  | { readonly kind: "rare"; readonly id: string }
  /** The current label in Mondo. */
  | { readonly kind: "label"; readonly id: string; readonly label: string }
  /** The names in an older release of Mondo. */
  | {
      readonly kind: "formerNames"
      readonly id: string
      readonly label: string
      readonly synonyms: ReadonlyArray<string>
    }
  | { readonly kind: "subclass"; readonly id: string; readonly parent: string }
  /** A row of a mapping; `label` is the name in the other vocabulary. */
  | {
      readonly kind: "mapping"
      readonly id: string
      readonly subject: string
      readonly code: string
      readonly exact: boolean
      readonly label: string
    }
  | { readonly kind: "specialty"; readonly orpha: string; readonly name: string; readonly specialty: string }
  /** A place in a classification of Orphanet, below another (product 3). */
  | { readonly kind: "classified"; readonly orpha: string; readonly name: string; readonly parent: string }
  | {
      readonly kind: "naturalHistory"
      readonly orpha: string
      readonly onset: ReadonlyArray<string>
      readonly inheritance: ReadonlyArray<string>
    }
  | { readonly kind: "prevalence"; readonly orpha: string; readonly prevalence: Prevalence }
  | { readonly kind: "gene"; readonly orpha: string; readonly gene: Gene }
  /** The release that a file belongs to, and its number of rows or records. */
  | { readonly kind: "release"; readonly of: Release; readonly version: string; readonly rows: number }
