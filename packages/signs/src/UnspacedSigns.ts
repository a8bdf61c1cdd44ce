import { foldText } from "@rare-disease-community/text/Folding"
import type { FoundSigns, Recognised } from "./FoundSigns.ts"
import type { PhenotypeData } from "./PhenotypeData.ts"
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
    for (let at = 0; at < folded.length; ) {
      const word = this.#names.vocabulary.longestAt(folded, at, maxUnspaced)
      const name = word === undefined ? undefined : this.#nameOfWord(word)
      if (word === undefined || name === undefined) {
        rest += folded.charAt(at)
        at++
        continue
      }
      flush()
      const text = this.#names.vocabulary.text(word)
      const after = folded.slice(at + text.length, at + text.length + 6)
      const negated =
        this.#deniedAfter.test(after) || this.#deniedBefore.test(folded.slice(Math.max(0, at - maxDenial), at))
      recognised.push({ text, term: this.#data.names.terms[name] ?? 0, negated })
      at += text.length
    }
    flush()
    return { recognised, unknown, unsure: [], well: [] }
  }

  /** The name that is only this word. */
  #nameOfWord(word: number): number | undefined {
    const { namesOfWord, words } = this.#data.names
    const [from = 0, to = 0] = [namesOfWord.offsets[word], namesOfWord.offsets[word + 1]]
    if (this.#names.vocabulary.text(word).length < 2) return undefined
    return Array.from(namesOfWord.items.subarray(from, to)).find(
      (name) => (words.offsets[name + 1] ?? 0) - (words.offsets[name] ?? 0) === 1
    )
  }
}
