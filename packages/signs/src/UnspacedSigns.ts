import { at } from "@rare-disease-community/text/arrays/At"
import { foldText } from "@rare-disease-community/text/Folding"
import type { FoundSigns, Recognised } from "./FoundSigns.ts"
import { itemsAt, type PhenotypeData } from "./PhenotypeData.ts"
import type { PhenotypeNames } from "./PhenotypeNames.ts"

/** The longest name of a sign in a script without spaces. */
const maxUnspaced = 16

/** The longest denial there. */
const maxDenial = 16

/** A pattern of one of some patterns, which matches nothing where there are none. */
const anyOf = (patterns: ReadonlyArray<string>): string => (patterns.length === 0 ? "(?!)" : patterns.join("|"))

/** Reads signs in a script without spaces. */
export class UnspacedSigns {
  readonly #data: PhenotypeData
  readonly #names: PhenotypeNames
  readonly #deniedBefore: RegExp
  readonly #deniedAfter: RegExp

  constructor(data: PhenotypeData, names: PhenotypeNames) {
    this.#data = data
    this.#names = names
    const unspaced = Object.values(data.meanings.unspacedDenials)
    this.#deniedBefore = new RegExp(`(?:${anyOf(unspaced.flatMap(({ before = [] }) => before))})$`, "u")
    this.#deniedAfter = new RegExp(`^.{0,3}(?:${anyOf(unspaced.flatMap(({ after = [] }) => after))})`, "u")
  }

  /** The names of a clause: at each character the longest that begins there. */
  read(clause: string): FoundSigns {
    const [recognised, unknown]: [Array<Recognised>, Array<string>] = [[], []]
    let rest = ""
    const flush = () => {
      if (/\p{Script=Han}|\p{Script=Katakana}/u.test(rest) && rest.length > 1) unknown.push(rest)
      rest = ""
    }
    const folded = foldText(clause)
    for (let place = 0; place < folded.length; ) {
      const word = this.#names.vocabulary.longestAt(folded, place, maxUnspaced)
      const name = word === undefined ? undefined : this.#nameOfWord(word)
      if (word === undefined || name === undefined) {
        rest += folded.charAt(place)
        place++
        continue
      }
      flush()
      const text = this.#names.vocabulary.text(word)
      const after = folded.slice(place + text.length, place + text.length + 6)
      const negated =
        this.#deniedAfter.test(after) || this.#deniedBefore.test(folded.slice(Math.max(0, place - maxDenial), place))
      recognised.push({ text, term: at(this.#data.names.terms, name), negated })
      place += text.length
    }
    flush()
    return { recognised, unknown, unsure: [], well: [] }
  }

  /** The name that is only this word. */
  #nameOfWord(word: number): number | undefined {
    const { namesOfWord, words } = this.#data.names
    if (this.#names.vocabulary.text(word).length < 2) return undefined
    return itemsAt(namesOfWord, word).find((name) => itemsAt(words, name).length === 1)
  }
}
