import { foldText } from "@rare-disease-community/text/Folding"
import { joinWords, type Word } from "@rare-disease-community/text/NameWords"
import { spelling } from "@rare-disease-community/text/Spelling"
import type { NameIndex } from "../NameIndex.ts"
import { eponymNouns } from "../SearchWords.ts"

/** The greatest share of the writings of a person's name that are small, by a slip or in the name of something else. */
const maxSmall = 0.25

/** The words behind the name of a person or a place, as in "Marfan syndrome" and "Duchenne muscular dystrophy". */
const endsOfEponyms = [...eponymNouns.map((noun) => [noun]), ["muscular", "dystrophy"], ["anemia"], ["ataxia"]].map(
  (end) => end.map(spelling)
)

/** The names of persons and places among the words of names, which mean a disease wherever they are. */
export class Persons {
  readonly #index: NameIndex

  constructor(index: NameIndex) {
    this.#index = index
  }

  /**
   * True for a word that English names have, hardly ever small ("Wilson", but for one "wilson-turner type"): a name of
   * a person or a place, or an abbreviation. With the word as it is typed, forms that are spelt otherwise do not count.
   */
  isProper(word: string, typed?: string): boolean {
    const id = this.#index.idOf(word)
    if (id === undefined || this.#index.isForeign(id)) return false
    const written = this.#index.writings(id).filter((one) => typed === undefined || foldText(one) === typed)
    const small = written.filter((one) => !/^\p{Lu}/u.test(one))
    return written.length > 0 && small.length <= written.length * maxSmall
  }

  /** True for words before "syndrome" or another such noun in a whole name: mostly names of persons or places. */
  isEponym(...words: ReadonlyArray<string>): boolean {
    return endsOfEponyms.some((end) => this.#index.exactNames(joinWords([...words, ...end])).length > 0)
  }

  /** True for a word that no name has, and that is at least so similar to the name of a person. */
  isMistyped(word: string, least = 0): boolean {
    return (
      this.#index.idOf(word) === undefined &&
      this.#index.hasSimilar(word, (name, similarity) => similarity >= least && this.isProper(name))
    )
  }

  /** True for a word that no name has, and that sounds like the name of a person: "kreuzfeld". */
  isMisheard({ typed, word }: Word, least: number): boolean {
    const { vocabulary } = this.#index
    return (
      this.#index.idOf(word) === undefined &&
      vocabulary
        .heard(typed, false)
        .some((other) => other.similarity >= least && this.isProper(vocabulary.word(other.word)))
    )
  }
}
