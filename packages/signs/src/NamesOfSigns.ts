import { textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { foldText } from "@rare-disease-community/text/Folding"
import { itemsAt, numberOf, type PhenotypeData, termOf } from "./PhenotypeData.ts"
import { isUnspaced } from "./PhenotypeWords.ts"

/** The letters that are read before and behind a name in a script without spaces, where a denial may be. */
const [lettersBefore, lettersBehind] = [16, 6]

/** The names of some signs, for texts that are read for these only. */
export class NamesOfSigns {
  readonly #byWord = new Map<number, Array<number>>()
  readonly #unspaced: RegExp

  constructor({ meanings, names, ...data }: PhenotypeData, ids: Iterable<string>) {
    const terms = new Set(Array.from(ids, (id) => termOf({ meanings, names, ...data }, numberOf(id))))
    const unspaced: Array<string> = []
    for (const [name, term] of names.terms.entries()) {
      if (!terms.has(term)) continue
      const text = textAt(names.texts, name)
      if (isUnspaced(text)) unspaced.push(foldText(text))
      for (const word of new Set(itemsAt(meanings.words, name))) {
        const before = this.#byWord.get(word)
        if (before === undefined) this.#byWord.set(word, [name])
        else before.push(name)
      }
    }
    const any = unspaced.length === 0 ? "(?!)" : unspaced.join("|")
    this.#unspaced = new RegExp(`[^]{0,${lettersBefore}}?(?:${any})[^]{0,${lettersBehind}}`, "gu")
  }

  /** The names that have a word. */
  withWord(word: number): Iterable<number> {
    return this.#byWord.get(word) ?? []
  }

  /** The parts of a text in a script without spaces that have one of the names. */
  unspacedIn(text: string): ReadonlyArray<string> {
    return foldText(text).match(this.#unspaced) ?? []
  }
}
