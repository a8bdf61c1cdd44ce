import type { Term } from "./PhenotypeData.ts"

export interface Recognised {
  readonly text: string
  readonly term: Term
  readonly negated: boolean
  /** Set where a word of it was taken for mistyped. */
  readonly isCorrected?: true
}

/** A sign that is to be asked about. */
export interface Unsure extends Recognised {
  /** The words that name the relative whose sign it is. */
  readonly whose?: string
  /** Set for a sign that is only feared, foretold or asked about. */
  readonly isDoubted?: true
}

export interface FoundSigns {
  readonly recognised: ReadonlyArray<Recognised>
  /** Signs that the text names in part only, doubts, or ascribes to a relative. */
  readonly unsure: ReadonlyArray<Unsure>
  /** The parts that say something, but nothing that is known. */
  readonly unknown: ReadonlyArray<string>
  /** Signs that are denied since a faculty is said to be well. */
  readonly well: ReadonlyArray<Recognised>
}

/** The signs that a reading has in whole: sure ones, those of relatives, and those that the text itself doubts. */
export const wholeIn = ({ recognised, unsure }: FoundSigns): number =>
  recognised.length + unsure.filter(({ isDoubted, whose }) => isDoubted === true || whose !== undefined).length

/** The score of a reading: signs in whole count first. */
export const saidIn = (found: FoundSigns): number => wholeIn(found) * 1_000 + found.unsure.length

/** The first of the signs that are the same. */
export const firstOfEach = <Sign extends Recognised>(signs: ReadonlyArray<Sign>): ReadonlyArray<Sign> =>
  Array.from(new Map(signs.toReversed().map((sign) => [sign.term, sign])).values()).toReversed()

/** Joins the signs that were found in the parts of a text, in order. */
export const joined = (parts: ReadonlyArray<FoundSigns>): FoundSigns => ({
  recognised: parts.flatMap(({ recognised }) => recognised),
  unsure: parts.flatMap(({ unsure }) => unsure),
  unknown: parts.flatMap(({ unknown }) => unknown),
  well: parts.flatMap(({ well }) => well)
})
