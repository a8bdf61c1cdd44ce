import { codeKey, codeKeysOf, storedCodeKey } from "@rare-disease-community/catalogue/DiseaseCode"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { HashedIds } from "./IndexedIds.ts"

/** A code of a disease, as it is shown. */
export interface FoundCode {
  readonly disease: DiseaseId
  readonly text: string
  /** True for the code of a retired disease, whose successor is `disease`. */
  readonly retired: boolean
}

/** The keys of ICD-10 codes begin with it. */
const icd10 = "icd10:"

/** The shortest key: a category, such as Q87. */
const shortest = `${icd10}q87`.length

/** The shortest key that stands for a finer code: a category and one more character, such as Q87.4 for Q87.41. */
const shortestCoarser = `${icd10}q874`.length

/** Codes of diseases are looked for in the first words of a sentence, up to this number. */
const maxWords = 40

/** The codes of a disease, and those of retired diseases whose successor it is. */
export interface CodesOfDisease {
  readonly codes: ReadonlyArray<string>
  readonly retiredCodes: ReadonlyArray<string>
}

/** The keys of codes, and the coarser ones of each code of ICD-10. */
const keysOf = ({ codes, retiredCodes }: CodesOfDisease): ReadonlySet<string> =>
  new Set([...codes, ...retiredCodes].map(storedCodeKey).flatMap((key) => [key, ...coarserOf(key, shortest)]))

/** The keys of coarser codes of ICD-10, the finest first, down to a length. */
const coarserOf = (key: string, shortest: number): ReadonlyArray<string> =>
  key.startsWith(icd10)
    ? Array.from({ length: Math.max(0, key.length - shortest) }, (_, cut) => key.slice(0, -1 - cut))
    : []

/** Every code of every disease, found in all the ways to write it. */
export class CodeIndex {
  readonly #diseases = new HashedIds()
  readonly #codesOf: (disease: DiseaseId) => CodesOfDisease | undefined

  constructor(codesOf: (disease: DiseaseId) => CodesOfDisease | undefined) {
    this.#codesOf = codesOf
  }

  /** The codes below a key, of which some are wanted. */
  #codesBelow(key: string, isWanted: (own: string) => boolean): ReadonlyArray<FoundCode> {
    return this.#diseases.at(key).flatMap((id) => {
      const disease = DiseaseId(id)
      const { codes = [], retiredCodes = [] } = this.#codesOf(disease) ?? {}
      const wanted = (texts: ReadonlyArray<string>, retired: boolean) =>
        texts.filter((text) => isWanted(storedCodeKey(text))).map((text) => ({ disease, text, retired }))
      return [...wanted(codes, false), ...wanted(retiredCodes, true)]
    })
  }

  #codesAt(key: string): ReadonlyArray<FoundCode> {
    return this.#codesBelow(key, (own) => own === key)
  }

  /**
   * The codes at a key; for an ICD-10 code that no disease has, those at the finer codes, else at the next coarser one.
   */
  #codesNear(key: string): ReadonlyArray<FoundCode> {
    const exact = this.#codesAt(key)
    if (exact.length > 0 || !key.startsWith(icd10)) return exact
    const finer = this.#codesBelow(key, (own) => own.startsWith(key))
    if (finer.length > 0) return finer
    const coarser = coarserOf(key, shortestCoarser).map((other) => this.#codesAt(other))
    return coarser.find((codes) => codes.length > 0) ?? exact
  }

  add(disease: DiseaseId, codes: CodesOfDisease): void {
    for (const key of keysOf(codes)) this.#diseases.add(key, disease)
  }

  /** Removes a disease with the codes that were added. */
  remove(disease: DiseaseId, codes: CodesOfDisease): void {
    for (const key of keysOf(codes)) this.#diseases.remove(key, disease)
  }

  /** The codes that a text may be; an identifier without its vocabulary is looked for in every vocabulary. */
  find(typed: string): ReadonlyArray<FoundCode> {
    const known = codeKey(typed)
    return codeKeysOf(typed).flatMap((key) => (key === known ? this.#codesNear(key) : this.#codesAt(key)))
  }

  /** The codes below a category of ICD-10 without its vocabulary, such as "E75", which may as well begin a name. */
  belowCategory(typed: string): ReadonlyArray<FoundCode> {
    return codeKeysOf(typed).flatMap((key) => this.#codesNear(key))
  }

  /** The codes within a sentence, each with its prefix: "my son has ORPHA:558". */
  within(sentence: string): ReadonlyArray<FoundCode> {
    if (!/\d/.test(sentence)) return []
    const words = sentence
      .split(/\s+/)
      .slice(0, maxWords)
      .map((word) => word.replace(/^[("']+|[)"'.,;:!?]+$/g, ""))
    const keys = words.flatMap((word, at) => codeKey(word) ?? codeKey(`${word} ${words[at + 1] ?? ""}`) ?? [])
    return Array.from(new Set(keys)).flatMap((key) => this.#codesNear(key))
  }
}
