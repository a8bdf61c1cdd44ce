/** The text of a disease that a search found; `parent` is the name of a supertype. */
export interface MatchedOn {
  readonly field: "name" | "synonym" | "abbreviation" | "code" | "description" | "gene" | "parent"
  readonly text: string
  /** The language of a name that is not English. */
  readonly lang?: string
}
