import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { countBits } from "@rare-disease-community/text/EditDistance"
import type { NameIndex } from "./NameIndex.ts"
import type { IndexedName } from "./NameTable.ts"
import { type Query, rareFrequency } from "./Query.ts"
import type { Scored } from "./Scores.ts"
import { isConnecting, isLethal, isStopWord } from "./SearchWords.ts"

/** A disease as the order needs it: the ids of its names and of its direct groups. */
export interface Grouped {
  readonly names: ReadonlyArray<number>
  readonly parentIds: ReadonlyArray<DiseaseId>
}

/** The words of a search that a name has, as bits, and the share of the name that these words are. */
interface Fit {
  readonly name: IndexedName
  readonly words: number
  readonly share: number
}

/** One way to read a search: by each word that names have, the words of the search that may mean it, as bits. */
interface Reading {
  readonly words: ReadonlyMap<number, number>
  /** The one or two letters with which a word begins, and its bit; undefined where no word is so short. */
  readonly begun: { readonly letters: string; readonly bit: number } | undefined
}

/** Parent groups are added for this many first hits, and for every lethal form. */
const maxOffered = 20

/**
 * A group that the search covers at most this much less than its form fits as well; one with this share is meant whole.
 */
const [shareMargin, nearlyAll] = [0.05, 0.88]

/** Of two exact names whose scores differ by more, one only has the same words in another spelling. */
const sameExactness = 0.5

/**
 * Puts groups before their forms where the words of a search fit both, and adds those that were not found. Nobody who
 * looks for a group should read of its worst form first: a form with a name that calls it lethal follows each group
 * that has its words, unless the search says so.
 */
export class GroupOrder {
  readonly #index: NameIndex
  readonly #of: (id: DiseaseId) => Grouped | undefined
  /** By word: whether it says that a disease is lethal. */
  readonly #lethal = new Map<number, boolean>()

  constructor(index: NameIndex, of: (id: DiseaseId) => Grouped | undefined) {
    this.#index = index
    this.#of = of
  }

  order(hits: ReadonlyArray<Scored>, query: Query): ReadonlyArray<Scored> {
    if (query.isCommon || !hits.some(({ disease }) => (this.#of(disease)?.parentIds.length ?? 0) > 0)) return hits
    const readings = this.#readingsOf(query)
    const mayLead = this.#isNameFor(query)
    const isLethalMeant = this.#isLethalMeant(query)
    const byId = new Map(hits.map((hit) => [hit.disease, hit]))
    const ordered = new Map<DiseaseId, Scored>()
    const emit = (hit: Scored, place: number) => {
      if (ordered.has(hit.disease)) return
      for (const group of this.#groupsBefore(hit, { byId, mayLead, isLethalMeant, place, readings })) emit(group, place)
      ordered.set(hit.disease, hit)
    }
    for (const [place, hit] of hits.entries()) emit(hit, place)
    return Array.from(ordered.values())
  }

  #groupsBefore(
    form: Scored,
    {
      byId,
      mayLead,
      isLethalMeant,
      place,
      readings
    }: {
      readonly byId: ReadonlyMap<DiseaseId, Scored>
      readonly mayLead: (group: IndexedName, form: IndexedName) => boolean
      readonly isLethalMeant: boolean
      readonly place: number
      readonly readings: ReadonlyArray<Reading>
    }
  ): ReadonlyArray<Scored> {
    const { names = [], parentIds = [] } = this.#of(form.disease) ?? {}
    const matched = names.map((id) => this.#index.name(id)).find((name) => name !== undefined && isName(name, form))
    if (matched === undefined || parentIds.length === 0 || matched.field === "gene") return []
    const isLethalForm = !isLethalMeant && names.some((id) => this.#index.someWord(id, this.#saysLethal))
    const isOffered = isLethalForm || place < maxOffered
    const groups = this.#above(parentIds).filter((id) => isOffered || byId.has(id))
    if (groups.length === 0) return []
    const [reading, own] = bestOf(readings.map((reading) => [reading, this.#fit(matched, reading)] as const))
    if (own === undefined || own.words === 0) return []
    return groups
      .flatMap((id) => {
        const fit = this.#bestFit(id, reading, { mayLead: (group) => mayLead(group, matched), words: own.words })
        const found = byId.get(id)
        const isBefore = fit !== undefined && fitsAsWell(fit, own, { form, found, isLethalForm })
        return isBefore
          ? [
              {
                fit,
                hit: found ?? {
                  ...form,
                  disease: id,
                  matchedOn: fit.name.matchedOn,
                  nameCoverage: fit.share,
                  isExact: false
                }
              }
            ]
          : []
      })
      .sort((one, other) => other.fit.share - one.fit.share || one.hit.disease - other.hit.disease)
      .map(({ hit }) => hit)
  }

  /** All groups above, the nearest first. */
  #above(parentIds: ReadonlyArray<DiseaseId>): ReadonlyArray<DiseaseId> {
    const found = new Set(parentIds)
    for (const id of found) for (const parent of this.#of(id)?.parentIds ?? []) found.add(parent)
    return Array.from(found)
  }

  #readingsOf(query: Query): ReadonlyArray<Reading> {
    return query.alternatives(rareFrequency).map((terms) => {
      const words = new Map<number, number>()
      const begunAt = terms.findIndex(({ prefix }) => prefix !== undefined)
      for (const [at, { candidates }] of terms.entries())
        for (const { word } of candidates) {
          const text = this.#index.vocabulary.word(word)
          if (!isStopWord(text) && !isConnecting(text)) words.set(word, (words.get(word) ?? 0) | (1 << at))
        }
      return { words, begun: begunAt < 0 ? undefined : { letters: terms[begunAt]?.prefix ?? "", bit: 1 << begunAt } }
    })
  }

  /**
   * Tells whether a name of a group may stand for that of a form. It has no other number; and where the form's name
   * completes a half-typed search, it begins as the search does, too.
   */
  #isNameFor({ codes, joined, words }: Query): (group: IndexedName, form: IndexedName) => boolean {
    const last = words.at(-1)?.word
    const { vocabulary } = this.#index
    return (group, form) => {
      const isCompleted = form.joined.startsWith(joined) && vocabulary.word(form.words[words.length - 1] ?? -1) !== last
      return (!isCompleted || group.joined.startsWith(joined)) && this.#index.codesOf(group, codes) !== "others"
    }
  }

  #fit(name: IndexedName, reading: Reading): Fit {
    let [words, had, all] = [0, 0, 0]
    for (const word of name.words) {
      const { begun } = reading
      const isBegun = begun !== undefined && this.#index.vocabulary.word(word).startsWith(begun.letters)
      const bits = (reading.words.get(word) ?? 0) | (isBegun ? begun.bit : 0)
      const idf = this.#index.idf(word)
      words |= bits
      all += idf
      if (bits !== 0) had += idf
    }
    return { name, words, share: all === 0 ? 0 : had / all }
  }

  /** The name of a group that has all of these words and little else; undefined where none has them. */
  #bestFit(
    group: DiseaseId,
    reading: Reading,
    { mayLead, words }: { readonly mayLead: (name: IndexedName) => boolean; readonly words: number }
  ): Fit | undefined {
    let best: Fit | undefined
    for (const id of this.#of(group)?.names ?? []) {
      const name = this.#index.name(id)
      if (name === undefined || name.field === "gene" || !mayLead(name)) continue
      const fit = this.#fit(name, reading)
      if ((fit.words & words) === words && fit.share > (best?.share ?? 0)) best = fit
    }
    return best
  }

  readonly #saysLethal = (word: number): boolean => {
    const known = this.#lethal.get(word)
    if (known !== undefined) return known
    const says = isLethal(this.#index.vocabulary.word(word))
    this.#lethal.set(word, says)
    return says
  }

  /** True for a search with a word for lethal, or with one that may be mistyped. */
  #isLethalMeant({ words }: Query): boolean {
    return words.some(({ word }) => {
      if (isLethal(word)) return true
      const { vocabulary } = this.#index
      return (
        this.#index.idOf(word) === undefined && vocabulary.similar(word).some((other) => this.#saysLethal(other.word))
      )
    })
  }
}

/** The reading in which a name has most words of a search. */
const bestOf = (fits: ReadonlyArray<readonly [Reading, Fit]>): readonly [Reading, Fit | undefined] =>
  fits.reduce<readonly [Reading, Fit | undefined]>(
    (best, fit) => (countBits(fit[1].words) > countBits(best[1]?.words ?? 0) ? fit : best),
    [{ words: new Map(), begun: undefined }, undefined]
  )

/** True for the name that a search found. */
const isName = ({ field, lang, text }: IndexedName, { matchedOn }: Scored): boolean =>
  text === matchedOn.text && field === matchedOn.field && lang === matchedOn.lang

/** True if the words of a search fit a group as well as its form. */
const fitsAsWell = (
  group: Fit,
  own: Fit,
  {
    form,
    found,
    isLethalForm
  }: { readonly form: Scored; readonly found: Scored | undefined; readonly isLethalForm: boolean }
): boolean => {
  const isNearer = form.isExact && (found === undefined || found.score < form.score - sameExactness)
  if (isNearer) return isLethalForm && group.share > nearlyAll
  if (isLethalForm) return true
  const isLessItsName = own.name.field === "name" && group.name.field !== "name"
  return group.share >= own.share + (isLessItsName ? shareMargin : -shareMargin)
}
