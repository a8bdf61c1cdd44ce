import { Array, Effect, HashMap, HashSet, Layer } from "effect"
import { WordsRepo } from "../../../ports/WordsRepo.ts"
import { writtenWords } from "../../../text/DictionaryWords.ts"
import { editDistance } from "../../../text/EditDistance.ts"
import { Store } from "../Store.ts"
import type { Tables } from "../Tables.ts"

/** The words of the names of diseases, and the learnt words. */
const wordsOf = ({ diseases, words }: Tables): ReadonlySet<string> => {
  const names = Array.fromIterable(HashMap.values(diseases.rows)).flatMap(({ abbreviations, name, synonyms }) => [
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
    near: (words) =>
      Effect.map(store.tables, (tables) => {
        const known = Array.fromIterable(wordsOf(tables))
        return new Map(words.map((typed) => [typed, known.filter((word) => editDistance(typed, word, 2) <= 2)]))
      })
  })
)

/** Words in memory. */
export const layer = Layer.effect(WordsRepo, make)
