import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import type { SharedFamily } from "../Families.ts"
import { exactScore, isWholeName, type Scored } from "../Scores.ts"
import { type GeneDisease, GeneIndex } from "./GeneIndex.ts"
import { readReport, withoutVariants } from "./GeneReport.ts"

/** The points of prominence that a namesake of a gene has more than other diseases of the gene. */
const namesakePoints = 40

/** The points that a disease of twice as many genes has less: a gene says little about it. */
const perDoubledGenes = 15

/** The points that a disease has less which the gene does not cause, as many as the best known one has. */
const ofOtherGene = 200

/** A name with a symbol, which covers this share of a search, was searched for, though it is mistyped. */
const namedShare = 0.9

const eachOnce = (found: ReadonlyArray<Scored>): ReadonlyArray<Scored> => {
  const first = new Map<DiseaseId, Scored>()
  for (const one of found) if (!first.has(one.disease)) first.set(one.disease, one)
  return Array.from(first.values())
}

/** The found diseases, those before the others that were also found otherwise. */
const firstOf = (found: ReadonlyArray<Scored>, otherwise: ReadonlyArray<Scored>): ReadonlyArray<Scored> => {
  const ids = new Set(otherwise.map(({ disease }) => disease))
  return eachOnce([...found.filter(({ disease }) => ids.has(disease)), ...found])
}

/** Finds diseases by the words of a genetic report. A symbol finds the diseases of its gene, and of no similar one. */
export class GeneSearch {
  readonly index = new GeneIndex()
  readonly #isName: (text: string) => boolean
  readonly #prominence: (id: DiseaseId) => number
  readonly #sharedFamilies: (ids: ReadonlyArray<DiseaseId>) => ReadonlyArray<SharedFamily>

  constructor({
    isName,
    prominence,
    sharedFamilies
  }: {
    readonly isName: (text: string) => boolean
    readonly prominence: (id: DiseaseId) => number
    readonly sharedFamilies: (ids: ReadonlyArray<DiseaseId>) => ReadonlyArray<SharedFamily>
  }) {
    this.#isName = isName
    this.#prominence = prominence
    this.#sharedFamilies = sharedFamilies
  }

  /** The diseases of the genes in a search; `byName` finds those of a name. */
  find(search: string, byName: (search: string) => ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    const plain = withoutVariants(search)
    const report = readReport(plain, {
      hasVariant: plain !== search.replace(/\s+/g, " ").trim(),
      isName: this.#isName,
      isSymbol: (text) => this.index.has(text)
    })
    if (report === undefined) return plain === "" ? [] : byName(plain)
    const ofGenes = this.#of(report.symbols, plain, byName)
    if (report.rest === "") return report.repeat === undefined ? ofGenes : firstOf(ofGenes, byName(report.repeat))
    const whole = byName(plain)
    const isNameOfDisease = whole[0] !== undefined && isWholeName(whole[0]) && whole[0].queryCoverage >= namedShare
    if (isNameOfDisease) return eachOnce([...whole, ...ofGenes])
    const named = byName(report.rest)
    const ids = new Set(ofGenes.map(({ disease }) => disease))
    const both = named.filter(({ disease }) => ids.has(disease))
    const isNamed = both.length === 0 && named[0] !== undefined && (named[0].isExact || isWholeName(named[0]))
    return eachOnce([...(isNamed ? named : both), ...ofGenes])
  }

  #of(
    symbols: ReadonlyArray<string>,
    search: string,
    byName: (search: string) => ReadonlyArray<Scored>
  ): ReadonlyArray<Scored> {
    const points = ({ disease, isCause, isNamesake }: GeneDisease) =>
      this.#prominence(disease) +
      (isNamesake ? namesakePoints : 0) -
      (isCause ? 0 : ofOtherGene) -
      perDoubledGenes * Math.log2(Math.max(1, this.index.genesOf(disease)))
    const ofGenes = symbols
      .flatMap((symbol) => this.#withGroups(symbol, this.index.of(symbol)))
      .sort((one, other) => points(other) - points(one) || one.disease - other.disease)
      .map(({ disease, matchedOn }) => ({
        disease,
        matchedOn,
        score: exactScore,
        queryCoverage: 1,
        nameCoverage: 1,
        isExact: symbols[0] === search
      }))
    const ids = new Set(ofGenes.map(({ disease }) => disease))
    const bearers = symbols
      .filter(this.#isName)
      .flatMap((symbol) => byName(symbol).filter((one) => isNamedBy(symbol, ids, one)))
    return eachOnce([...bearers, ...ofGenes])
  }

  /** The diseases of a gene, and groups of many of them that are better known: "PAH" means phenylketonuria. */
  #withGroups(symbol: string, ofGene: ReadonlyArray<GeneDisease>): ReadonlyArray<GeneDisease> {
    const known = new Set(ofGene.map(({ disease }) => disease))
    const isBetterKnown = ({ family, forms }: SharedFamily) =>
      forms.every((form) => this.#prominence(family) > this.#prominence(form))
    // Of groups with the same forms the first is the smallest.
    const groups = new Map<string, DiseaseId>()
    const caused = ofGene.filter(({ isCause }) => isCause).map(({ disease }) => disease)
    for (const shared of this.#sharedFamilies(caused).filter(isBetterKnown)) {
      const key = shared.forms.join()
      if (!groups.has(key)) groups.set(key, shared.family)
    }
    const matchedOn = { field: "gene", text: symbol.toUpperCase() } as const
    const found = Array.from(groups.values(), (disease) => ({ disease, matchedOn, isNamesake: false, isCause: true }))
    return [...ofGene, ...found.filter(({ disease }) => !known.has(disease))]
  }
}

/** True for a name that is the symbol by no chance: "NF1", but "FH" is another disease, too. */
const isNamedBy = (symbol: string, ids: ReadonlySet<DiseaseId>, { disease, isExact, matchedOn }: Scored) =>
  isExact && matchedOn.field !== "gene" && (/\d/.test(symbol) || ids.has(disease))
