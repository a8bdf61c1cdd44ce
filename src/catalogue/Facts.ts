import type { Gene, Prevalence } from "../domain/Disease.ts"

/** A name in an ontology; one that is not exact names something near. */
export interface OntologySynonym {
  readonly text: string
  readonly exact: boolean
  readonly abbreviation: boolean
}

/** A code of another vocabulary as an ontology writes it; one that is not exact is no identity. */
export interface OntologyReference {
  readonly code: string
  readonly exact: boolean
}

/** A term of an ontology, of Mondo itself or of the Disease Ontology. */
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

/** The vocabularies whose releases are told in the attribution. */
export type Release = "mondo" | "orphadata" | "doid"

/** One thing that a source file says. ORPHAcodes are bare numbers here, all other codes are as they are written. */
export type Fact =
  | Term
  | OrphanetEntry
  /** Mondo calls this rare. */
  | { readonly kind: "rare"; readonly id: string }
  /** The current label in Mondo. */
  | { readonly kind: "label"; readonly id: string; readonly label: string }
  /** What an older release of Mondo called it. */
  | {
      readonly kind: "formerNames"
      readonly id: string
      readonly label: string
      readonly synonyms: ReadonlyArray<string>
    }
  | { readonly kind: "subclass"; readonly id: string; readonly parent: string }
  /** A row of a mapping; `label` is what the other vocabulary calls it. */
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
  /** The release that a file is of, and how many rows or records it has of it. */
  | { readonly kind: "release"; readonly of: Release; readonly version: string; readonly rows: number }
