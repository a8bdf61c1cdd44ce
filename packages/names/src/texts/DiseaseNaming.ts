import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { isEveryday } from "@rare-disease-community/text/ContentWords"
import abbreviations from "../../words/news-abbreviations.json" with { type: "json" }
import type { MatchedOn } from "../MatchedOn.ts"
import { type NameCandidate, withoutPossessives } from "./NameCandidates.ts"

export interface DiseaseNaming {
  readonly key: string
  readonly diseaseId: DiseaseId
  /** The main name of the disease. */
  readonly disease: string
  readonly name: string
  readonly kind: Extract<MatchedOn["field"], "name" | "synonym" | "abbreviation">
}

/** Words of a text that name diseases: the place of the first word, and the place after the last. */
export interface Mention {
  readonly from: number
  readonly to: number
  readonly ids: ReadonlyArray<DiseaseId>
}

/**
 * The fewest letters of an abbreviation that names a disease in a post; shorter ones are ambiguous: they count only in
 * capitals, and not in news.
 */
const minAbbreviationLetters = 3

const institutions = new Set(abbreviations.institutions)

const byKeyOf = (names: ReadonlyArray<DiseaseNaming>): ReadonlyMap<string, ReadonlyArray<DiseaseNaming>> => {
  const byKey = new Map<string, Array<DiseaseNaming>>()
  for (const name of names) {
    const same = byKey.get(name.key)
    if (same === undefined) byKey.set(name.key, [name])
    else same.push(name)
  }
  return byKey
}

/**
 * The mentions of diseases, in the order of the text. `names` are the stored names of the candidates' keys; `counts`
 * decides if a name, as written, means its disease. The longest name wins: "neonatal Marfan syndrome" does not mention
 * Marfan syndrome.
 */
const mentionsBy = (
  candidates: ReadonlyArray<NameCandidate>,
  names: ReadonlyArray<DiseaseNaming>,
  counts: (name: DiseaseNaming, written: string) => boolean
): ReadonlyArray<Mention> => {
  const byKey = byKeyOf(names)
  const mentions = candidates.flatMap(({ from, keys, to, written }): ReadonlyArray<Mention> => {
    const named = keys
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((name) => counts(name, withoutPossessives(written)))
    return named.length === 0 ? [] : [{ from, to, ids: named.map(({ diseaseId }) => diseaseId) }]
  })
  const inside = insideOthers(mentions)
  return mentions.filter((mention) => !inside.has(mention))
}

/** The mentions that are a part of a longer one. */
const insideOthers = (mentions: ReadonlyArray<Mention>): ReadonlySet<Mention> => {
  const inside = new Set<Mention>()
  let [reach, from] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  // Of mentions that begin at one place the longest comes first.
  for (const mention of mentions.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (mention.to < reach || (mention.to === reach && mention.from > from)) inside.add(mention)
    else [reach, from] = [mention.to, mention.from]
  }
  return inside
}

const isInCapitals = (name: string, written: string) => written === name || written === name.toUpperCase()

/**
 * The mentions of diseases in a text; `names` are those of its candidates' keys. An abbreviation counts in capitals
 * only, since in small letters it is often an everyday word ("als", "as"). One that is such a word does not count in a
 * text that is all in capitals.
 */
const mentionsIn = (
  text: string,
  candidates: ReadonlyArray<NameCandidate>,
  names: ReadonlyArray<DiseaseNaming>
): ReadonlyArray<Mention> => {
  const hasSmallLetters = /\p{Ll}/u.test(text)
  return mentionsBy(
    candidates,
    names,
    ({ kind, name }, written) =>
      kind !== "abbreviation" || (isInCapitals(name, written) && (hasSmallLetters || !isEveryday(name)))
  )
}

/** The diseases that a text names, in the order of their first mention. */
export const diseasesNamed = (...args: Parameters<typeof mentionsIn>): ReadonlyArray<DiseaseId> =>
  Array.from(new Set(mentionsIn(...args).flatMap(({ ids }) => ids)))

/** The names of diseases in a text, as it has them except for white space, quotes and hyphens. */
export const namesWritten = (
  text: string,
  candidates: ReadonlyArray<NameCandidate>,
  names: ReadonlyArray<DiseaseNaming>
): ReadonlyArray<string> => {
  const places = new Set(mentionsIn(text, candidates, names).map(({ from, to }) => `${from} ${to}`))
  return candidates.filter(({ from, to }) => places.has(`${from} ${to}`)).map(({ written }) => written)
}

/** True if an abbreviation is not an everyday word and long enough to count in small letters. */
export const isDiscriminative = (abbreviation: string): boolean =>
  Array.from(abbreviation).length >= minAbbreviationLetters && !isEveryday(abbreviation)

/** The mentions of diseases in a search. Searches are typed in small letters, so discriminative abbreviations count. */
export const diseasesSearched = (
  candidates: ReadonlyArray<NameCandidate>,
  names: ReadonlyArray<DiseaseNaming>
): ReadonlyArray<Mention> =>
  mentionsBy(
    candidates,
    names,
    ({ kind, name }, written) => kind !== "abbreviation" || isDiscriminative(name) || isInCapitals(name, written)
  )

/**
 * The names that link a news item to a disease without review. A main name wins over synonyms of other diseases. An
 * abbreviation must have three letters, belong to one disease, and not be that of an institution.
 */
export const linkableNames = (names: ReadonlyArray<DiseaseNaming>): ReadonlyArray<DiseaseNaming> =>
  Array.from(byKeyOf(names).values()).flatMap((same) => {
    const main = same.filter(({ kind }) => kind === "name")
    const spelledOut = main.length > 0 ? main : same.filter(({ kind }) => kind !== "abbreviation")
    if (spelledOut.length > 0) return spelledOut
    const isOfOne = new Set(same.map(({ diseaseId }) => diseaseId)).size === 1
    const isAbbreviation = ({ name }: DiseaseNaming) =>
      Array.from(name).length >= minAbbreviationLetters && !institutions.has(name.toUpperCase())
    return isOfOne ? same.filter(isAbbreviation) : []
  })
