import type { Effect } from "effect"
import { Context } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** Where words are remembered (`writtenWords` of `domain/WrittenWords.ts`): those of names of diseases, and those that it learns. */
export class WordsRepo extends Context.Tag("repositories/WordsRepo")<
  WordsRepo,
  {
    /** Remembers words, for ever; what is known already is passed over. */
    readonly learn: (words: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>

    /** Those of the words that are known. */
    readonly known: (words: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, Unavailable>

    /** Words that may be meant by one with one or two typing errors, in no order; of very many not all. */
    readonly near: (word: string) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  }
>() {}
