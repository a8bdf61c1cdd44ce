import { Effect } from "effect"
import { unknownLanguage } from "../../domain/Language.ts"
import type { News } from "../../domain/news/News.ts"
import { detectLanguage } from "../DetectLanguage.ts"

/** The language of a news item, which its feed does not say: found in its words. */
export interface InLanguage {
  readonly language: string
}

export const withLanguage = <Item extends News>(item: Item): Effect.Effect<Item & InLanguage> =>
  Effect.map(detectLanguage(`${item.title}. ${item.summary}`), (language = unknownLanguage) => ({ ...item, language }))
