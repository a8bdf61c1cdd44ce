import type { DiseaseId } from "../../domain/Ids.ts"
import type { NewsCategory } from "../../domain/news/News.ts"
import type { PostQuery } from "./PostQuery.ts"

export type NewsQuery = Pick<PostQuery, "alternatives" | "unwanted">

/** The filters of a list of news. */
export interface NewsListing {
  readonly category?: NewsCategory | undefined
  readonly diseaseId?: DiseaseId | undefined
  /** A search without parts finds nothing. */
  readonly search?: NewsQuery | undefined
}

/** The text of a news item that is searched beside its title. */
export const searchedNewsText = (summary: string, source: string, text: string): string =>
  [summary, source, text].join(" \u00b7 ")
