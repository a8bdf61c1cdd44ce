import { codeKey, codeKeysOf, storedCodeKey } from "../../domain/diseases/DiseaseCode.ts"
import type { DiseaseId } from "../../domain/Ids.ts"

/** A code of a disease, as it is shown. */
export interface FoundCode {
  readonly disease: DiseaseId
  readonly text: string
  /** True for the code of a retired disease, whose successor is `disease`. */
  readonly retired: boolean
}

/** Codes of diseases are looked for in the first words of a sentence, up to this number. */
const maxWords = 40

/** Every code of every disease, found in all the ways to write it. */
export class CodeIndex {
  /** Most codes belong to one disease: a list for each would take more memory than the codes. */
  readonly #codes = new Map<string, FoundCode | ReadonlyArray<FoundCode>>()

  #codesAt(key: string): ReadonlyArray<FoundCode> {
    const found = this.#codes.get(key)
    if (found === undefined) return []
    return "disease" in found ? [found] : found
  }

  add(disease: DiseaseId, codes: ReadonlyArray<string>, retired: boolean): void {
    for (const text of codes) {
      const key = storedCodeKey(text)
      const [code, others] = [{ disease, text, retired }, this.#codesAt(key)]
      this.#codes.set(key, others.length === 0 ? code : [...others, code])
    }
  }

  remove(disease: DiseaseId, codes: ReadonlyArray<string>): void {
    for (const key of new Set(codes.map(storedCodeKey))) {
      const left = this.#codesAt(key).filter((found) => found.disease !== disease)
      if (left.length === 0) this.#codes.delete(key)
      else this.#codes.set(key, left)
    }
  }

  /** The codes that a text may be; an identifier without its vocabulary is looked for in every vocabulary. */
  find(typed: string): ReadonlyArray<FoundCode> {
    return codeKeysOf(typed).flatMap((key) => this.#codesAt(key))
  }

  /** The codes within a sentence, each with its prefix: "my son has ORPHA:558". */
  within(sentence: string): ReadonlyArray<FoundCode> {
    if (!/\d/.test(sentence)) return []
    const words = sentence
      .split(/\s+/)
      .slice(0, maxWords)
      .map((word) => word.replace(/^[("']+|[)"'.,;:!?]+$/g, ""))
    const keys = words.flatMap((word, at) => codeKey(word) ?? codeKey(`${word} ${words[at + 1] ?? ""}`) ?? [])
    return Array.from(new Set(keys)).flatMap((key) => this.#codesAt(key))
  }
}
