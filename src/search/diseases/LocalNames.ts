import type { LocalName } from "../../domain/diseases/Disease.ts"
import type { Source } from "../../domain/Source.ts"
import { type PackedTexts, packTexts, textAt } from "../phenotypes/PhenotypeData.ts"

/** The names of diseases in other languages: rows of a code, a language and names, with tabs between them. */
export interface LocalNameData {
  readonly rows: PackedTexts
  /** By language, where its names come from. */
  readonly sources: ReadonlyArray<{ readonly lang: string; readonly source: Source }>
}

export const noLocalNames: LocalNameData = { rows: packTexts([]), sources: [] }

/** The names in other languages of each disease, by its codes. */
export class LocalNames {
  readonly #data: LocalNameData
  readonly #rowsOf = new Map<string, Array<number>>()

  constructor(data: LocalNameData) {
    this.#data = data
    for (let row = 0; row < data.rows.offsets.length - 1; row++) {
      const text = textAt(data.rows, row)
      const code = text.slice(0, text.indexOf("\t"))
      const rows = this.#rowsOf.get(code)
      if (rows === undefined) this.#rowsOf.set(code, [row])
      else rows.push(row)
    }
  }

  get sources(): LocalNameData["sources"] {
    return this.#data.sources
  }

  /** The names of the disease that has these codes, each once, the main name of each language first. */
  of(codes: ReadonlyArray<string>): ReadonlyArray<LocalName> {
    const found = new Map<string, LocalName>()
    for (const row of codes.flatMap((code) => this.#rowsOf.get(code) ?? [])) {
      const [, lang = "", ...names] = textAt(this.#data.rows, row).split("\t")
      for (const name of names) if (!found.has(`${lang} ${name}`)) found.set(`${lang} ${name}`, { lang, name })
    }
    return Array.from(found.values())
  }
}
