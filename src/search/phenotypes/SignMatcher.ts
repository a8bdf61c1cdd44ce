import { foldName } from "../../text/Folding.ts"
import {
  itemsAt,
  type MeaningData,
  type NameKind,
  nameKinds,
  nameStatuses,
  type PhenotypeData,
  textAt
} from "./PhenotypeData.ts"
import { isBetween, isDenied, isInflection, isSevered, isTornApart, nearest, placesOf } from "./SignPlaces.ts"
import { negationKey, type SignWord, type SignWords } from "./SignWords.ts"
import type { Meaning, Meanings } from "./WordMeanings.ts"

/** A name whose words a clause has. */
export interface Match {
  readonly name: number
  /** The places of its words, ascending, each once. */
  readonly places: ReadonlyArray<number>
  readonly score: number
  /** False for one that the clause has in part only, or that would be taken for a sign too easily. */
  readonly isWhole: boolean
}

/** The words that may be between those of a name. */
const maxGap = 3

/** A name of fewer words is not there without one of them. */
const minPartial = 3

/** A medical name of fewer words, and an English or a denying wording of ours, are not understood by translating each. */
const [minTranslated, minOursTranslated] = [4, 3]

/** A mistyped word of fewer letters is no sign alone. */
const minCorrectedAlone = 7

/** Kinds of names that are preferred among equal matches: our own words were written for this. */
const kindScores: Readonly<Record<NameKind, number>> = {
  ours: 0.6,
  name: 0.3,
  lay: 0.3,
  synonym: 0.2,
  abbreviation: -1
}

/** A place counts this much, and is lost for each kind of meaning that is no word of the language itself. */
const placeScore = 3
const costs: Readonly<Record<Meaning["kind"], number>> = { own: 0, part: 0.1, translated: 0.4, corrected: 0.6 }

/** Finds the names whose words are near each other in a clause, in any order. */
export class SignMatcher {
  readonly #data: PhenotypeData
  readonly #meanings: MeaningData

  constructor(data: PhenotypeData) {
    this.#data = data
    this.#meanings = data.meanings
  }

  /** The signs of a clause: the longest names that share no place. */
  signs(clause: ReadonlyArray<SignWord>, meanings: Meanings, words: SignWords): ReadonlyArray<Match> {
    const found = new Map<number, Match>()
    for (const word of meanings.keys()) {
      for (const name of itemsAt(this.#meanings.namesOfWord, word)) {
        const match = this.#match(name, clause, meanings, words)
        if (match !== undefined) found.set(name, match)
      }
    }
    return this.#choose(Array.from(found.values()), clause)
  }

  #match(name: number, clause: ReadonlyArray<SignWord>, meanings: Meanings, words: SignWords): Match | undefined {
    const { kinds } = this.#data.names
    const kind = nameKinds[kinds[name] ?? 0] ?? "name"
    if (kind === "abbreviation") return undefined
    const own = itemsAt(this.#meanings.words, name)
    const there: Array<ReadonlyArray<Meaning>> = []
    let missing = 0
    for (const word of own) {
      const meant = meanings.get(word)
      if (meant !== undefined) there.push(meant)
      else if (own.length < minPartial || ++missing > 1) return undefined
    }
    const chosen = nearest(there)
    if (chosen === undefined || !this.#isAllMeant(chosen, own)) return undefined
    const places = placesOf(chosen)
    if (!isDenied(places, clause, words) || isSevered(places, clause)) return undefined
    const span = (places.at(-1) ?? 0) - (places[0] ?? 0) + 1
    if (span > places.length + maxGap) return undefined
    const telling = places.filter((place) => clause[place]?.isCommon === false)
    const parts = telling.filter((place) => !words.isQuality(clause[place]?.written ?? "")).length
    const cost = chosen.reduce((sum, { kind }) => sum + costs[kind], 0)
    const alike = this.#alike(name, chosen, clause, words)
    const score =
      placeScore * places.length +
      parts -
      0.7 * (span - places.length) -
      cost +
      kindScores[kind] +
      0.15 * alike -
      2 * missing -
      own.length / 100
    if (missing > 0 && telling.length < minPartial - 1) return undefined
    // Frequent words alone are a phrase only with other frequent words between them.
    const inside = clause.slice(places[0], (places.at(-1) ?? 0) + 1)
    if (telling.length === 0 && inside.some(({ isCommon }) => !isCommon)) return undefined
    const isWhole =
      missing === 0 &&
      (alike > 0 || telling.length > 1) &&
      isSureOf(kind, own.length, chosen, clause, words.language) &&
      (own.length > 2 || !isTornApart(places, clause)) &&
      this.#isSign(name, kind, own, chosen, clause, words)
    return { name, places, score, isWhole }
  }

  /** The words of a name as it is written. */
  #wordsOf(name: number): ReadonlyArray<string> {
    return textAt(this.#data.names.texts, name)
      .toLowerCase()
      .split(/[^\p{L}\p{M}]+/u)
  }

  /** How many words of a clause are forms of words as a name has them, and not of others that are compared as these. */
  #alike(name: number, chosen: ReadonlyArray<Meaning>, clause: ReadonlyArray<SignWord>, words: SignWords): number {
    const stems = new Set(this.#wordsOf(name).map((word) => words.stem(word)))
    return chosen.filter(({ kind, places: [place = 0] }) => {
      const word = clause[Math.floor(place)]
      if (word === undefined || word.keys[0] === negationKey) return false
      return kind !== "own" || stems.has(words.stem(word.written))
    }).length
  }

  /** False if a phrase means more than its words in a name: "blind at night" is no blindness. */
  #isAllMeant(chosen: ReadonlyArray<Meaning>, own: Uint32Array): boolean {
    return chosen.every(
      ({ kind, source }) =>
        kind !== "translated" || itemsAt(this.#meanings.meanings, source).every((word) => own.includes(word))
    )
  }

  /** False for a name of one word that is too usual, or of other words, to be a sign. */
  #isSign(
    name: number,
    kind: NameKind,
    own: Uint32Array,
    chosen: ReadonlyArray<Meaning>,
    clause: ReadonlyArray<SignWord>,
    words: SignWords
  ): boolean {
    const places = placesOf(chosen)
    const read = places.flatMap((place) => clause[place] ?? [])
    const content = read.filter(({ keys }) => keys[0] !== negationKey)
    if (kind !== "ours" && own.length === 2 && content.length < read.length && this.#isDenialOfSign(own)) return false
    if (content.every(({ written }) => words.isQuality(written))) return false
    if (content.length > 1 || own.length > content.length)
      return content.length > 0 && !content.every((word) => word.isCommon && read.length === 1)
    const [word] = content
    if (word === undefined || word.isCommon) return false
    if (kind !== "ours" && textAt(this.#data.labels, this.#data.names.terms[name] ?? 0).startsWith("Abnormal"))
      return false
    if (chosen.some(({ kind }) => kind === "translated")) return false
    // Synonyms that a machine proposed are often a part of the name: "Orteil" for long toes.
    if (kind === "synonym" && nameStatuses[this.#data.names.statuses[name] ?? 0] !== "official") return false
    if (kind === "ours") return this.#isAsBefore(name, word, words)
    if (words.language === "en") return true
    if (chosen.some(({ kind }) => kind === "corrected")) return true
    return isInflection(foldName(textAt(this.#data.names.texts, name)), foldName(word.written))
  }

  /** True if a word has the same before it as in a name, if anything: "runs" are not "the runs". */
  #isAsBefore(name: number, { before, written }: SignWord, words: SignWords): boolean {
    const own = this.#wordsOf(name)
    const at = own.findLastIndex((word) => words.stem(word) === words.stem(written))
    return at < 1 || foldName(own[at - 1] ?? "") === foldName(before)
  }

  /** True for a negation with one word that is a sign itself: "no pain" is no insensitivity to pain. */
  #isDenialOfSign(own: Uint32Array): boolean {
    const { namesOfWord, vocabulary, words } = this.#meanings
    const other = own.find((word) => textAt(vocabulary, word) !== negationKey)
    return other !== undefined && itemsAt(namesOfWord, other).some((name) => itemsAt(words, name).length === 1)
  }

  /** The best matches that share no place; of equal ones the sign that more diseases have. */
  #choose(matches: ReadonlyArray<Match>, clause: ReadonlyArray<SignWord>): ReadonlyArray<Match> {
    const { entriesOfTerm } = this.#data.annotations
    const diseases = ({ name }: Match) => {
      const term = this.#data.names.terms[name] ?? 0
      return (entriesOfTerm.offsets[term + 1] ?? 0) - (entriesOfTerm.offsets[term] ?? 0)
    }
    const taken = new Set<number>()
    const isNegation = (place: number) => clause[place]?.keys[0] === negationKey
    const chosen: Array<Match> = []
    const sorted = matches.toSorted(
      (one, other) =>
        Number(other.isWhole) - Number(one.isWhole) ||
        other.score - one.score ||
        diseases(other) - diseases(one) ||
        one.name - other.name
    )
    for (const match of sorted) {
      const used = match.places.filter((place) => taken.has(place) && !isNegation(place))
      const isBridge = match.places.slice(1).some((place, at) => isBetween(match.places, at, place, clause))
      if ((used.length > 0 || isBridge) && !(match.isWhole && this.#isCoordinated(match, used, chosen, clause)))
        continue
      for (const place of match.places) taken.add(place)
      const isClear = !sorted.some((other) => this.#isRival(match, other))
      chosen.push(isClear ? match : { ...match, isWhole: false })
    }
    return chosen.sort((one, other) => (one.places[0] ?? 0) - (other.places[0] ?? 0))
  }

  /** True for an equal match of the same words that means something else. */
  #isRival(one: Match, other: Match): boolean {
    const { terms } = this.#data.names
    const [term = 0, rival = 0] = [terms[one.name], terms[other.name]]
    if (!other.isWhole || term === rival || Math.abs(one.score - other.score) > 0.05) return false
    if (one.places.join() !== other.places.join()) return false
    const { ancestors, parents } = this.#data
    const isAbove = (low: number, high: number) => itemsAt(ancestors, low).includes(high)
    const haveParent = Array.from(itemsAt(parents, term)).some((parent) => itemsAt(parents, rival).includes(parent))
    return !haveParent && !isAbove(term, rival) && !isAbove(rival, term)
  }

  /** "Small hands and feet" are small feet too. */
  #isCoordinated(
    { name, places }: Match,
    used: ReadonlyArray<number>,
    chosen: ReadonlyArray<Match>,
    clause: ReadonlyArray<SignWord>
  ): boolean {
    const added = places.filter((place) => !used.includes(place))
    const [first] = added
    if (
      added.length !== 1 ||
      first === undefined ||
      used.includes(first - 1) ||
      clause[first]?.isJoined !== true ||
      clause[first]?.isCommon === true
    )
      return false
    const before = chosen.find((other) => used.every((place) => other.places.includes(place)))
    const { terms } = this.#data.names
    return before?.places.includes(first - 1) === true && terms[before.name] !== terms[name]
  }
}

/** False for few words that were translated one by one, and for a short word that was corrected. */
const isSureOf = (
  kind: NameKind,
  words: number,
  chosen: ReadonlyArray<Meaning>,
  clause: ReadonlyArray<SignWord>,
  language: string
): boolean => {
  const wordOf = ({ source }: Meaning) => clause[-1 - source]
  const isDenial = chosen.some((one) => wordOf(one)?.keys[0] === negationKey)
  const enough = kind !== "ours" ? minTranslated : language !== "en" || isDenial ? minOursTranslated : 1
  // The glossary may have the whole wording: "Köpfchen" for a small head.
  const isOnePhrase = kind === "ours" && new Set(chosen.map(({ source }) => source)).size === 1
  if (words < enough && !isOnePhrase && chosen.some(({ kind }) => kind === "translated")) return false
  const isShort = (one: Meaning) => (wordOf(one)?.written.length ?? 0) < minCorrectedAlone
  return words > 1 || !chosen.some((one) => one.kind === "corrected" && isShort(one))
}
