import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { foldText } from "@rare-disease-community/text/Folding"
import reports from "../../words/report-words.json" with { type: "json" }
import { isAsking } from "../SearchWords.ts"

const repeated = new Set(Object.values(reports.repeated).flat())
const motifs = new Set(reports.motifs)
const telling = new Set([...Object.values(reports.telling).flat(), ...repeated])
const other = new Set(Object.values(reports.other).flat())

/** A sequence of reference: "NM_000138.5", with the gene that may follow it in brackets. */
const reference = /(?<![\p{L}\p{N}])(?:[NX][CGMPRTW]_|ENS[GPT]|LRG_)\d+(?:\.\d+)?(?:[pt]\d+)?:?/giu

/** A variant in the notation of HGVS, "c.123A>G" or "p.(Arg1234*)", or its number in dbSNP. */
const notation =
  /(?<![\p{L}\p{N}])(?:\([acgt]{3,6}\)(?:n|\d+)?|[cgmnpr]\.\s?[([]?[-*]?(?:\p{L}{1,3}[-*]?)?\d[^\s,;]*|p\.[([]?[=?0]\S*|rs\d{3,}(?![\p{L}\p{N}]))/giu

/** A variant of a protein without notation: "F508del", "Arg1234Ter", "R1234X". */
const shortNotation =
  /^(?:[A-Z]|[A-Z][a-z]{2}|Δ[A-Z]?|delta[A-Z]?)\d{2,5}(?:[A-Z]|[A-Z][a-z]{2}|del|dup|ins|fs\S*)?\*?$/

/** A search without variants: they say nothing about the name of a disease. */
export const withoutVariants = (search: string): string =>
  search.replace(reference, " ").replace(notation, " ").replace(/\s+/g, " ").trim()

/** The number of repeats. */
const count = /^\d{2,4}$/

const chunk = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*\*?/gu

/** The form of a symbol that no disease has: at least two capitals, and a number. */
const unknownSymbol = /^[A-Z]{2,}[A-Z0-9]*\d[A-Z0-9]*$/

/** A part of a search: the symbol of a gene, or a word. */
interface Part {
  readonly text: string
  /** True for capitals or digits; a word in small letters may be a symbol too. */
  readonly symbol: "sure" | "maybe" | "unknown" | undefined
}

/** A search that names genes by their symbols. */
export interface GeneReport {
  readonly symbols: ReadonlyArray<string>
  /** The words that may name a disease. */
  readonly rest: string
  /** The sequence that repeats, as texts about diseases name it: "CAG repeat". */
  readonly repeat: string | undefined
}

const isMotif = (text: string) => motifs.has(foldText(text))
const saysGene = (text: string) => telling.has(foldText(text)) || isMotif(text)
const saysNothing = (text: string) => saysGene(text) || other.has(foldText(text)) || isAsking(foldText(text))

const partsOf = (text: string, isSymbol: (text: string) => boolean): ReadonlyArray<Part> =>
  (text.match(chunk) ?? []).flatMap((piece): ReadonlyArray<Part> => {
    const words = piece.split("-")
    for (let to = words.length; to > 0; to--) {
      const typed = words.slice(0, to).join("-")
      if (typed.length < 2 || !isSymbol(typed)) continue
      const isSure = /\d/.test(typed) || typed === typed.toUpperCase()
      if (!isSure && (typed.length < 3 || saysNothing(typed) || isEveryday(typed))) break
      const symbol = isSure ? "sure" : "maybe"
      return [{ text: typed, symbol }, ...words.slice(to).map((word) => ({ text: word, symbol: undefined }))]
    }
    return words.map((word) => ({ text: word, symbol: unknownSymbol.test(word) ? "unknown" : undefined }))
  })

const textOf = (parts: ReadonlyArray<Part>): string => parts.map(({ text }) => text).join(" ")

/**
 * Reads a search as words of a genetic report: symbols of genes, and what is said about them. Undefined where no gene
 * is meant: a name of a disease may have the symbol of its gene.
 */
export const readReport = (
  search: string,
  {
    hasVariant,
    isName,
    isSymbol
  }: {
    readonly hasVariant: boolean
    readonly isName: (text: string) => boolean
    readonly isSymbol: (text: string) => boolean
  }
): GeneReport | undefined => {
  if (isName(search)) return undefined
  const chunks = search.match(chunk) ?? []
  // "GAA" is a gene, too.
  const isOther = (text: string) => !isMotif(text) && isSymbol(text)
  const isRepeat =
    chunks.some((text) => repeated.has(foldText(text)) || count.test(text)) ||
    (chunks.length === 2 && chunks.some(isOther))
  const parts = partsOf(search, (text) => isSymbol(text) && !(isRepeat && isMotif(text)))
  const around = parts.filter(({ symbol }) => symbol === undefined)
  const isCounted = around.length > 0 && around.every(({ text }) => count.test(text))
  const isTold = hasVariant || isCounted || around.some(({ text }) => saysGene(text) || shortNotation.test(text))
  const isAlone = parts.length === 1
  const isMeant = ({ symbol, text }: Part) =>
    symbol === "sure" && (isTold || (!isName(text) && (isAlone || /\d/.test(text))))
  const sure = parts.filter(isMeant)
  const unknown = isTold ? parts.filter(({ symbol, text }) => symbol === "unknown" && !isName(text)) : []
  const maybe = isTold && sure.length === 0 ? parts.filter(({ symbol }) => symbol === "maybe") : []
  const found = [...sure, ...unknown, ...maybe]
  if (found.length === 0) return undefined
  const beside = parts.filter((part) => !found.includes(part) && !shortNotation.test(part.text))
  const named = textOf(beside.filter(({ text }) => !saysGene(text)))
  const words = beside.filter(({ text }) => !saysNothing(text))
  const rest = isName(named) ? named : words.every(({ text }) => /^\d+$/.test(text)) ? "" : textOf(words)
  const motif = beside.find(({ text }) => isMotif(text))?.text
  return { symbols: found.map(({ text }) => text), rest, repeat: motif && `${motif} repeat` }
}
