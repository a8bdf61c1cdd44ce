import type { Source } from "@rare-disease-community/catalogue/Source"
import { type PackedTexts, packTexts, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { nameWords } from "@rare-disease-community/text/NameWords"
import { HashedIds } from "./IndexedIds.ts"

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
  /** Offensive names, each with a code of its disease: they are found, and never shown. */
  readonly unshown?: ReadonlyArray<readonly [code: string, name: string]>
}

export const noLocalNames: LocalNameData = { rows: packTexts([]), sources: [] }

/** The words of a name, with a space around each. */
const wordsOf = (name: string): string => ` ${nameWords(name).join(" ")} `

/** The names of each disease in other languages, and everyday ones in English, by its codes. */
export class LocalNames {
  readonly #data: LocalNameData
  readonly #rowsOf = new HashedIds()
  readonly #unshown = new Map<string, ReadonlyArray<string>>()

  constructor(data: LocalNameData) {
    this.#data = data
    for (let row = 0; row < data.rows.offsets.length - 1; row++) {
      const text = textAt(data.rows, row)
      const code = text.slice(0, text.indexOf("\t"))
      this.#rowsOf.add(code, row)
    }
    for (const [code, name] of data.unshown ?? [])
      this.#unshown.set(code, [...(this.#unshown.get(code) ?? []), wordsOf(name)])
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

  /** The main name of the disease in a language, by the first code that has one; null where none is known. */
  main(codes: ReadonlyArray<string>, lang: string): string | null {
    const named = this.#rows(codes).find(
      ({ lang: its, names: [name = ""] }) => its === lang && name !== "" && this.isShown(codes, name)
    )
    return named?.names[0] ?? null
  }

  /** False for a name of the disease with an offensive one in it: it is found, and never shown. */
  isShown(codes: ReadonlyArray<string>, name: string): boolean {
    const unshown = codes.flatMap((code) => this.#unshown.get(code) ?? [])
    return unshown.length === 0 || !unshown.some((words) => wordsOf(name).includes(words))
  }

  #rows(codes: ReadonlyArray<string>) {
    return codes.flatMap((code) =>
      this.#rowsOf.at(code).flatMap((row) => {
        const [own, lang = "", ...names] = textAt(this.#data.rows, row).split("\t")
        return own === code ? [{ lang, names }] : []
      })
    )
  }
}
