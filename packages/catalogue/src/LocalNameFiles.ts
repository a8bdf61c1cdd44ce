import { accented, capitalised } from "./NameRules.ts"
import { isOrphadataXml } from "./readers/OrphadataXml.ts"
import { type TableRow, tableRows } from "./readers/TabbedRows.ts"
import { elementsAt, textAt, xmlRecords } from "./readers/Xml.ts"
import type { Source } from "./Source.ts"

/** The names of one disease in one language, the main one first, which is empty where none of them is the main name. */
export interface NameRow {
  readonly code: string
  readonly lang: string
  readonly names: ReadonlyArray<string>
}

export interface NameFile {
  readonly rows: ReadonlyArray<NameRow>
  readonly sources: ReadonlyArray<{ readonly lang: string; readonly source: Source }>
  /** Offensive names, each with its code: a search finds them, and pages never show them. */
  readonly unshown?: ReadonlyArray<readonly [code: string, name: string]>
}

const parts = (cell = "") => cell.split("|").filter((part) => part !== "")

const orphanet = (version: string): Source => ({
  name: "Orphadata, names",
  licence: "CC BY 4.0",
  url: "https://www.orphadata.com",
  version,
  attribution: `Orphadata Science: Free access data from Orphanet. (c) INSERM 1999. Version ${version}; modified.`
})

const diseaseOntology: Source = {
  name: "Human Disease Ontology, Spanish translation",
  licence: "CC0",
  url: "https://disease-ontology.org",
  version: "2026",
  attribution: "Human Disease Ontology, Spanish translation, CC0."
}

const nando: Source = {
  name: "NANDO",
  licence: "CC BY 4.0",
  url: "https://nanbyodata.jp",
  version: "2025-08-26",
  attribution: "NANDO 2025-08-26, NanbyoData, CC BY 4.0; modified."
}

/** Names that we wrote ourselves, of diseases that are much looked for. */
const ours = (lang: string): Source => ({
  name: "Names of this community",
  licence: "MIT",
  url: "https://spdx.org/licenses/MIT.html",
  version: "2026-11-28",
  attribution: `Names of well-known diseases (${lang}), written for this community, MIT.`
})

/** Everyday names and short forms, which a search finds and pages list last. */
const everyday = (lang: string): Source => ({
  name: "Everyday names of this community",
  licence: "MIT",
  url: "https://spdx.org/licenses/MIT.html",
  version: "2026-11-28",
  attribution: `Everyday names of well-known diseases (${lang}), written for this community, MIT.`
})

/** The least score of a machine's translation of a disease's name: those with a lower one are often wrong. */
const minScore = 0.5

/**
 * The fewest letters of a disease's name in another language: shorter ones are mostly translated abbreviations, which
 * are often wrong.
 */
const minLetters = 4

/** An English name with an abbreviation: its translation is never shown as the main name ("ALL", "Penile Ca"). */
const abbreviated = /\p{Lu}{2}|\bCa\b/u

/** The Spanish names of the Disease Ontology: labels, synonyms, and abbreviations, none of which is the main name. */
const doidRows = (text: string): ReadonlyArray<NameRow> => {
  const byCode = new Map<string, Array<string>>()
  const rankOf = ({ en = "", kind }: TableRow) => (kind === "label" ? 0 : abbreviated.test(en) ? 2 : 1)
  const good = tableRows(text).filter(
    ({ es = "", kind = "", review_score }) =>
      ["label", "exact_synonym"].includes(kind) && Number(review_score) >= minScore && es.length >= minLetters
  )
  for (const row of good.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const { doid = "", es = "" } = row
    byCode.set(doid, [...(byCode.get(doid) ?? (rankOf(row) < 2 ? [] : [""])), capitalised(es)])
  }
  return Array.from(byCode, ([code, names]) => ({ code, lang: "es", names }))
}

/** The Japanese names of NANDO, with their readings in kana; of exact matches only. */
const nandoRows = (text: string): ReadonlyArray<NameRow> =>
  tableRows(text).flatMap(({ ja = "", ja_hira: kana = "", mondo, synonyms_ja }) => {
    const names = [ja, ...parts(synonyms_ja), kana].filter((name) => name !== "")
    const exact = parts(mondo).filter((match) => match.startsWith("exact:"))
    return ja === "" ? [] : exact.map((match) => ({ code: match.slice("exact:".length), lang: "ja", names }))
  })

const inPrint = (names: ReadonlyArray<string>, lang: string) => (lang === "fr" ? names.map(accented) : names)

const orphanetRows = (text: string, lang: string): ReadonlyArray<NameRow> =>
  tableRows(text).map(({ label = "", orpha = "", synonyms }) => ({
    code: `ORPHA:${orpha}`,
    lang,
    names: inPrint([label, ...parts(synonyms)], lang)
  }))

const ownRows = (text: string, lang: string): ReadonlyArray<NameRow> =>
  tableRows(text).map(({ code = "", name = "", synonyms }) => ({ code, lang, names: [name, ...parts(synonyms)] }))

/** One name a line; none of them is the main name of a disease. Those that are not shown say `no`. */
const folkNames = (text: string): NameFile => {
  const table = tableRows(text)
  const rows = table.map(({ code = "", lang = "", name = "" }) => ({ code, lang, names: ["", name] }))
  return {
    rows,
    sources: Array.from(new Set(rows.map(({ lang }) => lang)), (lang) => ({ lang, source: everyday(lang) })),
    unshown: table.flatMap(({ code = "", name = "", shown }) => (shown === "no" ? [[code, name] as const] : []))
  }
}

async function* once(text: string) {
  yield text
}

/** Orphanet's nomenclature, product 1 or the pack of a language: each name says its language. */
const nomenclature = async (text: string): Promise<NameFile> => {
  const rows: Array<NameRow> = []
  let version = "unknown"
  for await (const { element, root } of xmlRecords("Disorder", once(text))) {
    version = (root.attributes["date"] ?? root.attributes["ExtractionDate"] ?? version).slice(0, 10)
    const [name] = elementsAt(element, "Name")
    const lang = name?.attributes["lang"] ?? "en"
    const synonyms = elementsAt(element, "SynonymList", "Synonym").map((synonym) => synonym.text)
    const code = textAt(element, "OrphaCode")
    if (name === undefined || name.text === "" || code === "" || lang === "en") continue
    rows.push({ code: `ORPHA:${code}`, lang, names: inPrint([name.text, ...synonyms], lang) })
  }
  const languages = Array.from(new Set(rows.map(({ lang }) => lang)))
  return { rows, sources: languages.map((lang) => ({ lang, source: orphanet(version) })) }
}

/** Reads a file of names in other languages; undefined for a file of another kind. */
export const readNames = async (file: string, text: string): Promise<NameFile | undefined> => {
  const [, kind, lang = ""] = /^(orphanet|own)-names\.([a-z]{2,3})\.tsv$/.exec(file) ?? []
  if (kind === "orphanet")
    return { rows: orphanetRows(text, lang), sources: [{ lang, source: orphanet("2023-06-22") }] }
  if (kind === "own") return { rows: ownRows(text, lang), sources: [{ lang, source: ours(lang) }] }
  if (file === "doid-names.es.tsv") return { rows: doidRows(text), sources: [{ lang: "es", source: diseaseOntology }] }
  if (file === "nando-names.ja.tsv") return { rows: nandoRows(text), sources: [{ lang: "ja", source: nando }] }
  if (file === "folk-names.tsv") return folkNames(text)
  return isOrphadataXml(text.slice(0, 2_000)) ? nomenclature(text) : undefined
}
