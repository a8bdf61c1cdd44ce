import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { at } from "@rare-disease-community/text/arrays/At"
import { rangeAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { closeShare, type DiseaseProfiles, leastShown, type Signs } from "./DiseaseProfiles.ts"
import { assumedPercent } from "./Frequency.ts"
import { itemsAt, type PhenotypeData, type Term } from "./PhenotypeData.ts"
import { sharedInformation } from "./SharedInformation.ts"

export interface RankedHit {
  readonly id: DiseaseId
  /** From 0 to 1: where its total lies between the least found, or 0, and the greatest that these signs can give. */
  readonly score: number
}

/**
 * The weights of the mix for many signs. They were fitted on the 300 published cases of `quality/` and on as many made
 * from annotations, each without one of its publications.
 */
const forMany = {
  /** The weights of the best match of each sign, its square, the match of a supertype, and the match of a sibling. */
  own: 1,
  square: 0.2 / 8,
  parent: 0.8,
  sibling: 0.5,
  /** The weights of the logarithm of the frequency, of a sign that is annotated itself, and of one that is missing. */
  frequency: 0.4,
  exact: 0.8,
  missing: 0,
  /** Of the share of the disease that the signs cover: once, for each sign, and for each sign by its information. */
  reverse: 7,
  reverseBySign: 0.8,
  reverseMean: 0.05,
  /** Of the number of annotations, which match more by chance, of publications, and of an entry in OMIM. */
  annotations: -0.85,
  publications: 0.55,
  omim: 5,
  excluded: -0.1
}

/**
 * The weights for few signs, and for those that somebody told in words. They name what they see most, so a disease
 * without one of them, or with a rare one, is hardly theirs; how much a sign tells, an entry of OMIM and a short list
 * of annotations say little about that. They were fitted on two to eight signs that are read in 3,400 texts of parents
 * in six languages, by halves of the diseases.
 */
const forFew: Weights = {
  own: 0,
  square: 0,
  parent: 0.4,
  sibling: 1.2,
  frequency: 2.5,
  exact: 1.2,
  missing: -6,
  reverse: 1,
  reverseBySign: 2.4,
  reverseMean: 0,
  annotations: -0.3,
  publications: 0,
  omim: 0,
  excluded: -0.1
}

/** The share of a subtype's match that its supertype gets. */
const fromChild = 0.7

/** The maximum number of diseases whose annotations are compared with the signs of a search. */
const maxReversed = 200

/** The logarithms of frequencies by percent, none below 2 %. */
const logarithms = Array.from({ length: 101 }, (_, percent) => Math.log(Math.max(2, percent) / 100))

type Weights = typeof forMany

const priorsOf = (profiles: DiseaseProfiles, weights: Weights): Float32Array =>
  Float32Array.from(
    profiles.ids,
    (_, place) =>
      weights.annotations * Math.log(itemsAt(profiles.terms, place).length) +
      weights.publications * Math.log(1 + at(profiles.publications, place)) +
      (at(profiles.isInOmim, place) ? weights.omim : 0)
  )

/** The inputs of a ranking besides the signs. */
interface RankingOptions {
  /** Added to the total of a disease. */
  readonly bonus?: ((id: DiseaseId) => number) | undefined
  /** True for signs of which each counts: few, or those that somebody told in words. */
  readonly areFew?: boolean | undefined
  /** Only these diseases are ranked; all unless given. */
  readonly isWanted?: ((id: DiseaseId) => boolean) | undefined
}

/** Ranks the annotated diseases of a catalogue by signs. It runs one ranking at a time. */
export class PhenotypeRanking {
  readonly #data: PhenotypeData
  readonly #profiles: DiseaseProfiles
  /** By disease: its score before any of many signs, and of few. */
  readonly #priors: Readonly<Record<"many" | "few", Float32Array>>
  // By disease, for the ranking that runs.
  readonly #best: Float32Array
  readonly #lifted: Float32Array
  readonly #above: Float32Array
  readonly #around: Float32Array
  readonly #percents: Uint8Array
  readonly #totals: Float32Array
  /** By disease: 1 if an annotation of its own matched a sign. */
  readonly #isMatched: Uint8Array

  constructor(data: PhenotypeData, profiles: DiseaseProfiles) {
    this.#data = data
    this.#profiles = profiles
    const size = profiles.ids.length
    this.#best = new Float32Array(size)
    this.#lifted = new Float32Array(size)
    this.#above = new Float32Array(size)
    this.#around = new Float32Array(size)
    this.#percents = new Uint8Array(size)
    this.#totals = new Float32Array(size)
    this.#isMatched = new Uint8Array(size)
    this.#priors = { many: priorsOf(profiles, forMany), few: priorsOf(profiles, forFew) }
  }

  /** Fills, for each disease, the information that it shares with a sign, and the frequency of what they share. */
  #match(sign: Term) {
    const { ancestors, annotations } = this.#data
    const { entriesOfTerm, entryPercents } = annotations
    const { diseaseOf, information } = this.#profiles
    const byInformation = Array.from(itemsAt(ancestors, sign)).sort(
      (one, other) => at(information, one) - at(information, other)
    )
    const [best, percents] = [this.#best, this.#percents]
    best.fill(0)
    percents.fill(assumedPercent)
    for (const term of byInformation) {
      const value = at(information, term)
      if (value === 0) continue
      const { from, to } = rangeAt(entriesOfTerm.offsets, term)
      for (let place = from; place < to; place++) {
        const disease = diseaseOf[entriesOfTerm.items[place] ?? 0] ?? -1
        if (disease < 0) continue
        // The last entry of the disease decides, which is that of Orphanet if there is one.
        percents[disease] = entryPercents[place] ?? 0
        best[disease] = value
      }
    }
  }

  /** Adds the match of one sign to the totals, with what supertypes and siblings have of it. */
  #add(sign: Term, weights: Weights) {
    const least = leastShown(this.#profiles, sign)
    const most = Math.max(0.1, at(this.#profiles.information, sign))
    // Each of many signs has a frequency that shares anything with an annotation; of few, only a near match does.
    const leastFrequent = weights === forFew ? closeShare * most : 1
    const { children, parents } = this.#profiles
    const [best, lifted, above, around] = [this.#best, this.#lifted, this.#above, this.#around]
    lifted.set(best)
    for (let edge = 0; edge < parents.length; edge++) {
      const [parent, value] = [parents[edge] ?? 0, fromChild * (best[children[edge] ?? 0] ?? 0)]
      if ((lifted[parent] ?? 0) < value) lifted[parent] = value
    }
    above.set(best)
    around.set(lifted)
    for (let edge = 0; edge < parents.length; edge++) {
      const [child, parent] = [children[edge] ?? 0, parents[edge] ?? 0]
      if ((above[child] ?? 0) < (best[parent] ?? 0)) above[child] = best[parent] ?? 0
      if ((around[child] ?? 0) < (lifted[parent] ?? 0)) around[child] = lifted[parent] ?? 0
    }
    const totals = this.#totals
    for (let disease = 0; disease < totals.length; disease++) {
      const own = best[disease] ?? 0
      if (own > 0 && own >= least) this.#isMatched[disease] = 1
      const frequency = own > leastFrequent ? logarithms[this.#percents[disease] ?? 0] : 0
      totals[disease] =
        (totals[disease] ?? 0) +
        (weights.own + weights.square * own) * own +
        weights.parent * (above[disease] ?? 0) +
        weights.sibling * (around[disease] ?? 0) +
        weights.frequency * (frequency ?? 0) +
        weights.missing * (1 - own / most)
    }
  }

  /** Adds to the totals of the diseases that are annotated with a phenotype itself. */
  #addExact(term: Term, weight: number) {
    for (const place of itemsAt(this.#profiles.placesOf, term)) this.#totals[place] = at(this.#totals, place) + weight
  }

  /** The share of a disease that the signs cover, by frequency, and the mean information of what they share. */
  #covered(place: number, shared: (term: Term) => number) {
    const { information, shares, terms } = this.#profiles
    const own = itemsAt(terms, place)
    let [sum, all, weighted] = [0, 0, 0]
    let nth = at(terms.offsets, place)
    for (const term of own) {
      const [both, share] = [shared(term), shares[nth++] ?? 0]
      weighted += share * both
      all += share * (information[term] ?? 0)
      sum += both
    }
    return { share: weighted / Math.max(0.1, all), mean: sum / Math.max(1, own.length) }
  }

  /** The greatest total that signs can give. */
  #ideal(signs: ReadonlyArray<Term>, weights: Weights): number {
    return signs.reduce((sum, sign) => {
      const most = at(this.#profiles.information, sign)
      const matches = (weights.own + weights.parent + weights.sibling + weights.square * most) * most
      return sum + matches + weights.exact + weights.reverseBySign
    }, weights.reverse)
  }

  /** The places of the diseases with the greatest totals, those that are wanted, in no order. */
  #candidates({ bonus, isWanted }: RankingOptions, most: number): ReadonlyArray<number> {
    const totals = this.#totals
    const places: Array<number> = []
    for (const [place, id] of this.#profiles.ids.entries()) {
      if (this.#isMatched[place] === 0 || isWanted?.(id) === false) continue
      places.push(place)
      if (bonus !== undefined) totals[place] = at(totals, place) + bonus(id)
    }
    if (places.length <= most) return places
    // Numbers in an array of their own type are sorted much faster than records.
    const sorted = Float32Array.from(places, (place) => totals[place] ?? 0).sort()
    const least = at(sorted, sorted.length - most)
    return places.filter((place) => (totals[place] ?? 0) >= least)
  }

  /** The diseases that fit the signs, best first, `limit` or so at most. It yields after each sign. */
  *rank({ absent, present }: Signs, limit: number, options: RankingOptions): Generator<void, ReadonlyArray<RankedHit>> {
    if (present.length === 0) return []
    const weights = options.areFew === true ? forFew : forMany
    this.#totals.set(options.areFew === true ? this.#priors.few : this.#priors.many)
    this.#isMatched.fill(0)
    for (const sign of present) {
      this.#match(sign)
      this.#add(sign, weights)
      this.#addExact(sign, weights.exact)
      yield
    }
    for (const sign of absent) this.#addExact(sign, weights.excluded)
    const { ids } = this.#profiles
    const found = this.#candidates(options, limit)
      .map((place) => ({ place, total: at(this.#totals, place) }))
      .sort((one, other) => other.total - one.total || one.place - other.place)
    const shared = sharedInformation(this.#data, this.#profiles, present)
    const perShare = weights.reverse + weights.reverseBySign * present.length
    for (const hit of found.slice(0, maxReversed)) {
      const { mean, share } = this.#covered(hit.place, shared)
      if (hit.place % 8 === 0) yield
      hit.total += perShare * share + weights.reverseMean * present.length * mean
    }
    found.sort((one, other) => other.total - one.total || one.place - other.place)
    // The bonus may lift a total above the ideal of the signs: then the first disease has 1, and the others less.
    const ideal = Math.max(this.#ideal(present, weights), found[0]?.total ?? 0)
    const worst = Math.min(0, found.at(-1)?.total ?? 0)
    return found.map(({ place, total }) => {
      const score = Math.round((1_000 * (total - worst)) / Math.max(1, ideal - worst)) / 1_000
      return { id: at(ids, place), score }
    })
  }
}
