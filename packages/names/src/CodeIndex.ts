import { codeKey, codeKeysOf, storedCodeKey } from "@rare-disease-community/catalogue/DiseaseCode"
import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"

/** A code of a disease, as it is shown. */
export interface FoundCode {
  readonly disease: DiseaseId
  readonly text: string
  /** True for the code of a retired disease, whose successor is `disease`. */
  readonly retired: boolean
}

/** The keys of ICD-10 codes begin with it. */
const icd10 = "icd10:"

/** The shortest key that stands for a finer code: a category and one more character, such as Q87.4 for Q87.41. */
const shortestCoarser = `${icd10}q874`.length

/** Codes of diseases are looked for in the first words of a sentence, up to this number. */
const maxWords = 40

/** The codes of a disease, and those of retired diseases whose successor it is. */
export interface CodesOfDisease {
  readonly codes: ReadonlyArray<string>
  readonly retiredCodes: ReadonlyArray<string>
}

const keysOf = ({ codes, retiredCodes }: CodesOfDisease) => new Set([...codes, ...retiredCodes].map(storedCodeKey))

/** Every code of every disease, found in all the ways to write it. */
export class CodeIndex {
  /** Most codes belong to one disease: a list for each would take more memory than the codes. */
  readonly #diseases = new Map<string, DiseaseId | ReadonlyArray<DiseaseId>>()
  readonly #codesOf: (disease: DiseaseId) => CodesOfDisease | undefined

  constructor(codesOf: (disease: DiseaseId) => CodesOfDisease | undefined) {
    this.#codesOf = codesOf
  }

  #diseasesAt(key: string): ReadonlyArray<DiseaseId> {
    const found = this.#diseases.get(key) ?? []
    return typeof found === "number" ? [found] : found
  }

  #codesAt(key: string): ReadonlyArray<FoundCode> {
    return this.#diseasesAt(key).flatMap((disease) => {
      const { codes = [], retiredCodes = [] } = this.#codesOf(disease) ?? {}
      const ofKey = (texts: ReadonlyArray<string>, retired: boolean) =>
        texts.filter((text) => storedCodeKey(text) === key).map((text) => ({ disease, text, retired }))
      return [...ofKey(codes, false), ...ofKey(retiredCodes, true)]
    })
  }

  /**
   * The codes at a key; for an ICD-10 code that no disease has, those at the finer codes, else at the next coarser one.
   */
  #codesNear(key: string): ReadonlyArray<FoundCode> {
    const exact = this.#codesAt(key)
    if (exact.length > 0 || !key.startsWith(icd10)) return exact
    const finer = Array.from(this.#diseases.keys()).filter((other) => other.startsWith(key))
    if (finer.length > 0) return finer.flatMap((other) => this.#codesAt(other))
    const coarser = Array.from({ length: Math.max(0, key.length - shortestCoarser) }, (_, cut) =>
      key.slice(0, -1 - cut)
    )
    return this.#codesAt(coarser.find((other) => this.#diseases.has(other)) ?? key)
  }

  add(disease: DiseaseId, codes: CodesOfDisease): void {
    for (const key of keysOf(codes)) {
      const others = this.#diseasesAt(key)
      this.#diseases.set(key, others.length === 0 ? disease : [...others, disease])
    }
  }

  /** Removes a disease with the codes that were added. */
  remove(disease: DiseaseId, codes: CodesOfDisease): void {
    for (const key of keysOf(codes)) {
      const left = this.#diseasesAt(key).filter((other) => other !== disease)
      if (left.length === 0) this.#diseases.delete(key)
      else this.#diseases.set(key, left)
    }
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
