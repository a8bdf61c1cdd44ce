import type { Source } from "@rare-disease-community/catalogue/Source"
import { type PackedTexts, packTexts, textAt } from "@rare-disease-community/text/PackedTexts"

/** A name of a disease in another language, or an everyday one. */
export interface LocalName {
  readonly lang: string
  readonly name: string
}

/**
 * The names of diseases in other languages, and everyday ones in English: rows of a code, a language and names, with
 * tabs between them. The first name is the main one, or empty.
 */
export interface LocalNameData {
  readonly rows: PackedTexts
  /** By language, where its names come from. */
  readonly sources: ReadonlyArray<{ readonly lang: string; readonly source: Source }>
}

export const noLocalNames: LocalNameData = { rows: packTexts([]), sources: [] }

/** The names of each disease in other languages, and everyday ones in English, by its codes. */
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
    for (const { lang, names } of this.#rows(codes))
      for (const name of names)
        if (name !== "" && !found.has(`${lang} ${name}`)) found.set(`${lang} ${name}`, { lang, name })
    return Array.from(found.values())
  }

  /** The main name of the disease in a language; null where none is known. */
  main(codes: ReadonlyArray<string>, lang: string): string | null {
    const named = this.#rows(codes).find((row) => row.lang === lang && row.names[0] !== "")
    return named?.names[0] ?? null
  }

  #rows(codes: ReadonlyArray<string>) {
    return codes
      .flatMap((code) => this.#rowsOf.get(code) ?? [])
      .map((row) => {
        const [, lang = "", ...names] = textAt(this.#data.rows, row).split("\t")
        return { lang, names }
      })
  }
}
