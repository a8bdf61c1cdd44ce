import { type Range, token } from "../WordPatterns.ts"

/** A word of a clause in small letters, and where it is. */
export interface Word extends Range {
  readonly written: string
}

/** The words with which a clause names relatives, by their numbers. */
export interface Named {
  readonly first: number
  readonly last: number
  /** The relative of whom the others are: the sister of "the sister of my mother". */
  readonly head: string
  /** True for several of them: "my father and my uncle". */
  readonly areMany: boolean
  /** True for those in whom something is found: "bei meinem Bruder". */
  readonly isWhere: boolean
}

/** A part of a clause that is about a relative, and the words that name them. */
export interface Owned extends Range {
  readonly whose: string
  /** True where the text says that the patient has not what the relative has: "my mother has diabetes, I don't". */
  readonly isNotOfPatient?: boolean
}

/** The words of a clause. */
export const wordsOf = (text: string): ReadonlyArray<Word> =>
  Array.from(text.matchAll(token), ({ 0: raw, index }) => ({
    written: raw.toLowerCase(),
    from: index,
    to: index + raw.length
  }))
