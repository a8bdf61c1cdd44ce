import type { Term } from "./PhenotypeData.ts"

export interface Recognised {
  readonly text: string
  readonly term: Term
  readonly negated: boolean
}

/** A sign that is to be asked about. */
export interface Unsure extends Recognised {
  /** The words that name the relative whose sign it is. */
  readonly whose?: string
}

export interface FoundSigns {
  readonly recognised: ReadonlyArray<Recognised>
  /** What has a name in part only, or is a relative's. */
  readonly unsure: ReadonlyArray<Unsure>
  /** The parts that say something, but nothing that is known. */
  readonly unknown: ReadonlyArray<string>
  /** Signs that are denied since a faculty is said to be well. */
  readonly well: ReadonlyArray<Recognised>
}

/** How much of a text was understood: what is sure counts first, also of relatives. */
export const saidIn = ({ recognised, unsure }: FoundSigns): number =>
  (recognised.length + unsure.filter(({ whose }) => whose !== undefined).length) * 1_000 + unsure.length

/** The first of the signs that are the same. */
export const firstOfEach = <Sign extends Recognised>(signs: ReadonlyArray<Sign>): ReadonlyArray<Sign> =>
  Array.from(new Map(signs.toReversed().map((sign) => [sign.term, sign])).values()).toReversed()

/** What was found in the parts of a text, one after the other. */
export const joined = (parts: ReadonlyArray<FoundSigns>): FoundSigns => ({
  recognised: parts.flatMap(({ recognised }) => recognised),
  unsure: parts.flatMap(({ unsure }) => unsure),
  unknown: parts.flatMap(({ unknown }) => unknown),
  well: parts.flatMap(({ well }) => well)
})
