import type { Mention } from "@rare-disease-community/names/asked/AskedNames"
import type { Recognised } from "@rare-disease-community/signs/FoundSigns"
import { textTokens } from "@rare-disease-community/text/NameWords"
import { Effect, Option } from "effect"
import type { Disease, DiseaseFilter, DiseasePage, PhenotypeFilter } from "../../domain/diseases/Disease.ts"
import { foundDiseaseList } from "../../domain/Lists.ts"
import { type PageRequest, pageOf, pageSliceOf } from "../../domain/Page.ts"
import type { PhenotypeSearch, ReadSigns } from "../phenotypes/PhenotypeSearch.ts"
import type { DiseaseFinder, FoundDiseases } from "./DiseaseFinder.ts"

export interface DiseaseRequest extends PageRequest, DiseaseFilter, PhenotypeFilter {
  readonly categories?: boolean | undefined
  /** In a search, appends the subtypes of the diseases whose whole name or code matches. */
  readonly includeDescendants?: boolean | undefined
  readonly lang?: string | undefined
}

/** A word in a script with spaces: a mistyped one that names have is a name, since names of signs are in names, too. */
const oneWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u

/**
 * Finds by name, and by signs what no name explains, if these are understood. A name in a sentence is what was meant if
 * the rest says no sign: "they say it is cystic fibrosis". Beside signs it comes first, if it is much of the search:
 * "Gaucher disease enlarged spleen".
 */
export const searchingPages = (finder: DiseaseFinder["Type"], signs: PhenotypeSearch["Type"]) => {
  /** The diseases of a name that a search mentions, and whether its other words say signs. */
  const mentionedIn = Effect.fnUntraced(function* (search: string, request: DiseaseRequest, read: ReadSigns) {
    const mention = (yield* finder.index).mentioned(search)
    if (mention === undefined || isOfSign(read, mention)) return undefined
    if (!mention.isWhole && !isUnknown(read.understood, mention.name)) return undefined
    const found = yield* finder.find({ ...request, search: mention.name })
    const isShort = mention.isProper && textTokens(search).length <= maxShortWords
    const isMost = isShort || mention.share >= minNamedShare
    return { ...mention, found, hasSigns: saysSigns(read, mention), isMost }
  })

  /** The disease that has the English name of the only sign of a search: "Klumpfuß" is a sign, and a disease. */
  const namesakeOf = Effect.fnUntraced(function* (search: string, request: DiseaseRequest, understood: Understood) {
    const { recognised: [sign, ...others] = [], unsure = [] } = understood
    if (sign === undefined || sign.negated || others.length + unsure.length > 0) return undefined
    if (!isWithin(sign.text)(search)) return undefined
    const found = yield* finder.find({ ...request, search: sign.name })
    return found.hits[0]?.whole === true ? { name: sign.text, found } : undefined
  })

  return Effect.fnUntraced(function* (request: DiseaseRequest) {
    const { category, includeDescendants, lang, search = "" } = request
    const list = foundDiseaseList(search, category, includeDescendants, lang)
    const window = yield* pageSliceOf(list, request)
    const named = ({ hits }: FoundDiseases) =>
      Effect.map(finder.records(hits, window), (page) => {
        const items = page.items.map(({ disease, hit }) => ({ ...disease, matchedOn: Option.some(hit.matchedOn) }))
        return pageOf(list, window, { ...page, items })
      })
    const byName = (found: FoundDiseases) => {
      const noticed = found.hits[0]?.hasLongerName === true ? { notice: longerNames } : {}
      return Effect.map(named(found), (page) => ({ ...page, ...noticed, readAs: "name" as const }))
    }
    const found = yield* finder.find({ ...request, search })
    if (found.nameMatch === "full") return yield* byName(found)
    const read = yield* Effect.option(signs.read({ symptoms: search, category, lang }))
    if (Option.isNone(read)) return yield* named(found)
    const { understood } = read.value
    const mentioned = yield* mentionedIn(search, request, read.value)
    const mention = found.nameMatch === "other" && mentioned?.isProper !== true ? undefined : mentioned
    const isAlone = mention !== undefined && !mention.hasSigns && (mention.isWhole || mention.isMost)
    if (isAlone) return yield* byName(mention.found)
    if (!isUnderstood(read.value, found, search))
      return yield* byName(mention !== undefined && found.hits.length === 0 ? mention.found : found)
    // "Not Marfan, long fingers" names a disease that it is not.
    const isMeant = mention?.isMost === true && !read.value.hasNegation(mention.before)
    const meant = isMeant ? mention : yield* namesakeOf(search, request, understood)
    const first = meant?.found.hits[0]
    const ranked = pageOf(list, window, yield* signs.page(read.value, window, first?.id))
    const page = { ...ranked, ...understood, readAs: "signs" as const }
    return meant === undefined || first === undefined ? page : withNamed(page, first, meant.name)
  })
}

const longerNames =
  "No disease here is called just that: common diseases are not listed. These have the words in longer names, and may be other diseases."

/** A disease that a search names beside signs, or may name, counts if its name has this share of the search. */
const minNamedShare = 0.2

/**
 * Signs are meant rather than a name that has a part of a search if they have this much more of it: "blisters on my
 * baby's hands and feet" does not match "giant hands and feet".
 */
const minMoreUnderstood = 0.2

/** In a search of at most so many words an abbreviation or a person's name counts: "TSC with seizures every day". */
const maxShortWords = 12

type Understood = Pick<DiseasePage, "recognised" | "unknown" | "unsure">

/** Tells whether a text has all words of another one. */
const isWithin = (text: string) => {
  const words = new Set(textTokens(text))
  return (other: string) => textTokens(other).every((word) => words.has(word))
}

/** A page by signs whose search names a disease: it says by which name, and the words of the name are not unknown. */
const withNamed = <Page extends Pick<DiseasePage, "data" | "unknown">>(
  page: Page,
  hit: FoundDiseases["hits"][number],
  name: string
): Page => {
  const isOfName = isWithin(name)
  const named = (disease: Disease) =>
    disease.id === hit.id ? { ...disease, matchedOn: Option.some(hit.matchedOn) } : disease
  return { ...page, data: page.data.map(named), unknown: (page.unknown ?? []).filter((text) => !isOfName(text)) }
}

/** True if a word of a text is none of a sign: "crumbly brown teeth" does not mean Brown syndrome. */
const isUnknown = ({ unknown = [] }: Understood, text: string): boolean => {
  const words = new Set(unknown.flatMap(textTokens))
  return textTokens(text).some((word) => words.has(word))
}

/** True for a name that is only a part of what says a sign: "Leber" of German "große Leber". */
const isOfSign = ({ asked: { recognised, unsure } }: ReadSigns, { name }: Mention): boolean => {
  const isName = isWithin(name)
  return [...recognised, ...unsure].some(
    ({ isCorrected = false, text }) => !isCorrected && isWithin(text)(name) && !isName(text)
  )
}

/**
 * True if a text denies signs, or if those of the patient or of a relative are in its words beside a name. A name that
 * was taken for a mistyped sign is none: Spanish "no hay cura para Marfan" denies nothing.
 */
const saysSigns = ({ asked: { recognised, unsure } }: ReadSigns, { isProper, name, rest }: Mention): boolean => {
  const [isBeside, isOfName] = [isWithin(rest), isWithin(name)]
  const isMistaken = ({ isCorrected, text }: Recognised) => isProper && isCorrected === true && isOfName(text)
  const said = [...recognised, ...unsure.filter(({ whose }) => whose !== undefined)]
  return recognised.some((sign) => sign.negated && !isMistaken(sign)) || said.some(({ text }) => isBeside(text))
}

/**
 * True if a search is better read as signs, which may only be feared or asked about. Where names have a part of it, or
 * its words in another way, no word of the signs was taken for mistyped, and nothing of it is left, or they have much
 * more of it than the name. Descriptions with a sign that the search denies are no results: "no seizures".
 */
const isUnderstood = (
  { asked, understood: { recognised = [], unknown = [], unsure = [] } }: ReadSigns,
  { hits, nameMatch }: FoundDiseases,
  search: string
): boolean => {
  const saysSign = recognised.some(({ negated }) => !negated) || asked.unsure.some(({ isDoubted = false }) => isDoubted)
  const isFound = nameMatch !== "none" || (hits.length > 0 && recognised.length === 0)
  if (!saysSign) return !isFound && recognised.length + unsure.length > 0
  if (nameMatch === "none") return true
  const isAsWritten = asked.recognised.every(({ isCorrected = false }) => !isCorrected)
  if (unknown.length === 0) return isAsWritten || (nameMatch === "partial" && !oneWord.test(search.trim()))
  const understoodShare = 1 - lettersOf(unknown) / lettersOf([search])
  return nameMatch === "partial" && isAsWritten && understoodShare > (hits[0]?.share ?? 0) + minMoreUnderstood
}

/** The letters and digits of texts. */
const lettersOf = (texts: ReadonlyArray<string>): number => texts.flatMap(textTokens).join("").length
