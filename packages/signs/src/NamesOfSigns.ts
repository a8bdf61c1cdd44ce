import { textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { foldText } from "@rare-disease-community/text/Folding"
import { itemsAt, numberOf, type PhenotypeData, termOf } from "./PhenotypeData.ts"
import { isUnspaced } from "./PhenotypeWords.ts"
import { negationKey } from "./SignWords.ts"
import { beginningLetters, type WantedWords } from "./WordMeanings.ts"

/** The letters that are read before and behind a name in a script without spaces, where a denial may be. */
const [lettersBefore, lettersBehind] = [16, 6]

/** The names of some signs, for texts that are read for these only. */
export class NamesOfSigns {
  readonly #byWord = new Map<number, Array<number>>()
  readonly #unspaced: RegExp
  /** The words of the names that are no negations. */
  readonly words: WantedWords

  constructor(data: PhenotypeData, ids: Iterable<string>) {
    const { meanings, names } = data
    const terms = new Set<number | undefined>(Array.from(ids, (id) => termOf(data, numberOf(id))))
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
    this.words = wordsOf(data, this.#byWord.keys())
    const any = unspaced.length === 0 ? "(?!)" : unspaced.join("|")
    this.#unspaced = new RegExp(`[^]{0,${lettersBefore}}?(?:${any})[^]{0,${lettersBehind}}`, "gu")
  }

  /** The names that have a word. */
  withWord(word: number): Iterable<number> {
    return this.#byWord.get(word) ?? []
  }

  /** The parts of a text in a script without spaces that have one of the names. */
  unspacedIn(text: string): ReadonlyArray<string> {
    return isUnspaced(text) ? (foldText(text).match(this.#unspaced) ?? []) : []
  }
}

const wordsOf = ({ meanings }: PhenotypeData, words: Iterable<number>): WantedWords => {
  const textOf = (word: number) => textAt(meanings.vocabulary, word)
  const ids = new Set(Array.from(words).filter((word) => textOf(word) !== negationKey))
  const phrases = Array.from(meanings.meanings.offsets.subarray(1).keys()).filter((phrase) =>
    itemsAt(meanings.meanings, phrase).some((word) => ids.has(word))
  )
  const ofPhrases = phrases.flatMap((phrase) => Array.from(itemsAt(meanings.phrases, phrase)))
  const texts = new Set([...ids, ...ofPhrases].map(textOf).filter((text) => text !== negationKey))
  const written = Array.from(texts, (text) => text.slice(text.indexOf(" ") + 1))
  return {
    ids,
    texts,
    beginnings: new Set(written.map((word) => word.slice(0, beginningLetters))),
    initials: new Set(written.map((word) => word.charAt(0)))
  }
}
