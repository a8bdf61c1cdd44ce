import type { Effect } from "effect"
import { Context } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** Known words by the typed word that they are similar to; a word without any may have no entry. */
export type SimilarWords = ReadonlyMap<string, ReadonlyArray<string>>

/** The dictionary of the spell corrector (`text/DictionaryWords.ts`): words of names of diseases, and learnt words. */
export class WordsRepo extends Context.Tag("ports/WordsRepo")<
  WordsRepo,
  {
    /** Adds words for good; known ones are ignored. */
    readonly learn: (words: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>

    /** The known ones of these words. */
    readonly known: (words: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, Unavailable>

    /**
     * For each of these words the known words within two typing errors of it, in no order; of very many not all.
     */
    readonly near: (words: ReadonlyArray<string>) => Effect.Effect<SimilarWords, Unavailable>
  }
>() {}
