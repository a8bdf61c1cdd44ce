import type { Effect } from "effect"
import { Context } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The dictionary of the spell corrector (`text/DictionaryWords.ts`): words of names of diseases, and learnt words. */
export class WordsRepo extends Context.Tag("ports/WordsRepo")<
  WordsRepo,
  {
    /** Adds words for good; known ones are ignored. */
    readonly learn: (words: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>

    /** The known ones of these words. */
    readonly known: (words: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, Unavailable>

    /** Known words within two typing errors of a word, in no order; of very many not all. */
    readonly near: (word: string) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  }
>() {}
