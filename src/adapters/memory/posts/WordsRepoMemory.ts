import { Effect, HashMap, HashSet, Layer } from "effect"
import { WordsRepo } from "../../../ports/WordsRepo.ts"
import { writtenWords } from "../../../text/DictionaryWords.ts"
import { Store } from "../Store.ts"
import type { Tables } from "../Tables.ts"

/** The words of the names of diseases, and the learnt words. */
const wordsOf = ({ diseases, words }: Tables): ReadonlySet<string> => {
  const names = Array.from(HashMap.values(diseases.rows)).flatMap(({ abbreviations, name, synonyms }) => [
    name,
    ...synonyms,
    ...abbreviations
  ])
  return new Set([...words, ...writtenWords(names.join(" "))])
}

const make = Effect.map(Store, (store) =>
  WordsRepo.of({
    learn: (words) =>
      store.update((tables) => ({ ...tables, words: HashSet.union(tables.words, HashSet.fromIterable(words)) })),
    known: (words) =>
      Effect.map(store.tables, (tables) => {
        const known = wordsOf(tables)
        return new Set(words.filter((word) => known.has(word)))
      }),
    near: (word) =>
      Effect.map(store.tables, (tables) =>
        Array.from(wordsOf(tables)).filter((known) => Math.abs(known.length - word.length) <= 2)
      )
  })
)

/** Words in memory. */
export const layer = Layer.effect(WordsRepo, make)
