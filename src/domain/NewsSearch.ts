import type { DiseaseId } from "./Ids.ts"
import type { NewsCategory } from "./News.ts"
import type { SearchPart } from "./PostSearch.ts"
import type { Term } from "./SearchText.ts"

/** What news is searched by; see `PostSearch`. */
export interface NewsSearch {
  readonly readings: ReadonlyArray<ReadonlyArray<SearchPart>>
  readonly unwanted: ReadonlyArray<Term>
}

/** What a repository narrows a list of news to. */
export interface NewsListing {
  readonly category?: NewsCategory | undefined
  readonly diseaseId?: DiseaseId | undefined
  /** A search of no parts finds nothing. */
  readonly search?: NewsSearch | undefined
}

/** The text of a news item that is searched beside its title. */
export const searchedNewsText = (summary: string, source: string, text: string): string =>
  [summary, source, text].join(" \u00b7 ")
