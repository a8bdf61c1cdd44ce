import type { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import type { FoundSigns } from "@rare-disease-community/signs/FoundSigns"
import type { CategoryId, DiseaseId } from "../../domain/Ids.ts"

/** The bonus in a search by words: for how well known a disease is, and for a description with the same words. */
const [perProminence, perText, halfRank] = [2, 8, 4]

/** With few signs, and with signs in words, each tenfold frequency of a disease adds this much. */
const perTenfold = 1

/**
 * The bonus of each disease in a search by words: for how well known it is, and for its place in the search of diseases
 * for the same words. Without the bonus for the place, 55 % of the descriptions of `npm run quality -- symptoms` are
 * found first, with it 68 %.
 */
const wordBonus = (index: DiseaseIndex, symptoms: string) => {
  const places = new Map<number, number>(index.find(symptoms).map(({ id }, place) => [id, place]))
  return (id: DiseaseId) => {
    const place = places.get(id)
    const text = place === undefined ? 0 : (perText * halfRank) / (halfRank + place)
    return perProminence * Math.log(1 + (index.disease(id)?.prominence ?? 0)) + text
  }
}

/** The bonus of each disease for facts besides the signs: of these the more common one comes first. */
export const bonusOf = (index: DiseaseIndex, symptoms: string | undefined) => {
  const byWords = symptoms === undefined ? undefined : wordBonus(index, symptoms)
  return (id: DiseaseId) => perTenfold * Math.log10(1 + (index.disease(id)?.perMillion ?? 0)) + (byWords?.(id) ?? 0)
}

/** The odours of the ontology: of urine, fish, must, the body and sweaty feet. */
const odours: ReadonlySet<string> = new Set(["HP:0012088", "HP:0410020", "HP:0410021", "HP:0500001", "HP:6001063"])

const clause = /[,.;:!?\n]+/

/** The part of a text has at least this share of a name that it does not have whole. */
const minShare = 0.7

interface Said {
  readonly text: string
  readonly signs: Pick<FoundSigns, "recognised" | "unsure">
  readonly idOf: (term: FoundSigns["recognised"][number]["term"]) => string
}

/**
 * The disease that has its name from an odour that a text says: "wee smells like maple syrup". The ontology has no sign
 * for each of these.
 */
export const namedAfterOdour = (
  index: DiseaseIndex,
  { idOf, signs, text }: Said,
  { category, lang }: { readonly category?: CategoryId | undefined; readonly lang?: string | undefined }
): DiseaseId | undefined => {
  const said = [...signs.recognised, ...signs.unsure.filter(({ isDoubted, whose }) => !isDoubted && !whose)]
  const odour = said.find(({ negated, term }) => !negated && odours.has(idOf(term)))
  const part = odour && text.split(clause).find((one) => one.includes(odour.text))
  if (part === undefined) return undefined
  const mention = index.mentioned(part)
  const isName = mention?.isWhole === true && !mention.isProper
  const [hit] = index.find(isName ? mention.name : part, category, lang)
  const isMeant = hit !== undefined && hit.nameMatch !== "none" && (isName || hit.share >= minShare)
  return isMeant ? hit.id : undefined
}
