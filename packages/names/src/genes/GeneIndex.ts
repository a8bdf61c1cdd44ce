import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { at } from "@rare-disease-community/text/arrays/At"
import type { MatchedOn } from "../MatchedOn.ts"

/** A disease of a gene, and what says so: the gene itself, or a name with its symbol. */
export interface GeneDisease {
  readonly disease: DiseaseId
  readonly matchedOn: MatchedOn
  /** True where the gene gives the disease a name: "SCN8A-related disorder". */
  readonly isNamesake: boolean
  /** False for a gene of which no inherited mutation causes the disease. */
  readonly isCause: boolean
}

/** A disease with its genes, as the catalogue has them. */
interface OfGenes {
  readonly id: DiseaseId
  readonly genes: ReadonlyArray<string>
  readonly otherGenes: ReadonlyArray<string>
}

/** A gene in a disease, before it is known how many others the disease has. */
type Named = Omit<GeneDisease, "disease">

const symbol = "[A-Z][A-Z0-9]+(?:-[A-Z]*\\d[A-Z0-9]*)?"
const inNames = [
  `(?:[Mm]utations?|[Vv]ariants?) (?:in|of) (?:the )?(${symbol})(?![\\p{L}\\p{N}])`,
  `(?<![\\p{L}\\p{N}-])(${symbol})[- ](?:gene|mutation|haploinsufficiency)(?!\\p{L})`
].map((pattern) => new RegExp(pattern, "gu"))
const namesake = new RegExp(`(?<![\\p{L}\\p{N}-])(${symbol})[- ](?:related|associated)(?!\\p{L})`, "gu")

/** Numerals that a name has before "gene" or "related" are no symbols. */
const numeral = /^[IVX]+$/

const symbolsIn = (name: string, pattern: RegExp) =>
  Array.from(name.matchAll(pattern), ([, found = ""]) => found).filter((found) => !numeral.test(found))

/** The diseases of each gene, by the symbols of their genes and of those that their names have. */
export class GeneIndex {
  readonly #bySymbol = new Map<string, ReadonlyArray<GeneDisease>>()
  readonly #symbolsOf = new Map<DiseaseId, ReadonlyArray<string>>()

  add({ genes, id, otherGenes }: OfGenes, names: ReadonlyArray<string>): void {
    const found = new Map<string, Named>(
      genes.map((text) => [
        text.toUpperCase(),
        { matchedOn: { field: "gene", text }, isNamesake: false, isCause: !otherGenes.includes(text) }
      ])
    )
    const put = (symbol: string, place: number, isNamesake: boolean) => {
      const before = found.get(symbol)
      if (before !== undefined && (!isNamesake || before.isNamesake)) return
      const matchedOn = { field: place === 0 ? "name" : "synonym", text: at(names, place) } as const
      found.set(symbol, { matchedOn, isNamesake, isCause: before?.isCause ?? true })
    }
    for (const [at, name] of names.entries()) {
      for (const symbol of symbolsIn(name, namesake)) put(symbol, at, true)
      for (const pattern of inNames) for (const symbol of symbolsIn(name, pattern)) put(symbol, at, false)
    }
    for (const [at, name] of names.entries()) {
      const [first = ""] = /^[A-Z][A-Z0-9]+(?:-[A-Z]*\d[A-Z0-9]*)?(?=[ -])/.exec(name) ?? []
      if (found.has(first)) put(first, at, true)
    }
    if (found.size === 0) return
    this.#symbolsOf.set(id, Array.from(found.keys()))
    for (const [symbol, named] of found)
      this.#bySymbol.set(symbol, [...(this.#bySymbol.get(symbol) ?? []), { disease: id, ...named }])
  }

  remove(disease: DiseaseId): void {
    for (const key of this.#symbolsOf.get(disease) ?? []) {
      const left = (this.#bySymbol.get(key) ?? []).filter((one) => one.disease !== disease)
      if (left.length === 0) this.#bySymbol.delete(key)
      else this.#bySymbol.set(key, left)
    }
    this.#symbolsOf.delete(disease)
  }

  /** True for the symbol of a gene that some disease has, in any case. */
  has(typed: string): boolean {
    return this.#bySymbol.has(typed.toUpperCase())
  }

  /** The number of genes of a disease. */
  genesOf(disease: DiseaseId): number {
    return this.#symbolsOf.get(disease)?.length ?? 0
  }

  of(typed: string): ReadonlyArray<GeneDisease> {
    return this.#bySymbol.get(typed.toUpperCase()) ?? []
  }
}
