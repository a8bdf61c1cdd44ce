import { codeKey, codeKeysOf, storedCodeKey } from "../domain/DiseaseCode.ts"
import type { DiseaseId } from "../domain/Ids.ts"

/** A code of a disease, as it is shown. */
export interface FoundCode {
  readonly disease: DiseaseId
  readonly text: string
  /** Whether it merely leads here: it is that of a retired disease. */
  readonly retired: boolean
}

/** The most words of a sentence in which a code is looked for. */
const maxWords = 40

/** Every code of every disease, found in whichever way it is written. */
export class CodeIndex {
  /** Most codes have one bearer: a list of each would take more room than the codes. */
  readonly #codes = new Map<string, FoundCode | ReadonlyArray<FoundCode>>()

  #bearers(key: string): ReadonlyArray<FoundCode> {
    const found = this.#codes.get(key)
    if (found === undefined) return []
    return "disease" in found ? [found] : found
  }

  add(disease: DiseaseId, codes: ReadonlyArray<string>, retired: boolean): void {
    for (const text of codes) {
      const key = storedCodeKey(text)
      const [one, found] = [{ disease, text, retired }, this.#bearers(key)]
      this.#codes.set(key, found.length === 0 ? one : [...found, one])
    }
  }

  remove(disease: DiseaseId, codes: ReadonlyArray<string>): void {
    for (const key of new Set(codes.map(storedCodeKey))) {
      const left = this.#bearers(key).filter((found) => found.disease !== disease)
      if (left.length === 0) this.#codes.delete(key)
      else this.#codes.set(key, left)
    }
  }

  /** Whose code a text is: every bearer's, of an identifier alone in every vocabulary. */
  find(typed: string): ReadonlyArray<FoundCode> {
    return codeKeysOf(typed).flatMap((key) => this.#bearers(key))
  }

  /** Whose codes stand within a sentence, each with its prefix: "my son has ORPHA:558". */
  within(sentence: string): ReadonlyArray<FoundCode> {
    if (!/\d/.test(sentence)) return []
    const words = sentence
      .split(/\s+/)
      .slice(0, maxWords)
      .map((word) => word.replace(/^[("']+|[)"'.,;:!?]+$/g, ""))
    const keys = words.flatMap((word, at) => codeKey(word) ?? codeKey(`${word} ${words[at + 1] ?? ""}`) ?? [])
    return Array.from(new Set(keys)).flatMap((key) => this.#bearers(key))
  }
}
