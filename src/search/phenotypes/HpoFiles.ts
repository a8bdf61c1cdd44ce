import { type NameKind, type NameStatus, unknownFrequency } from "./PhenotypeData.ts"

export interface OntologyTerm {
  readonly id: number
  readonly label: string
  readonly definition: string
  readonly parents: ReadonlyArray<number>
  readonly synonyms: ReadonlyArray<{ readonly text: string; readonly type: string; readonly isExact: boolean }>
}

export interface Ontology {
  readonly version: string
  /** Those below "Phenotypic abnormality", by id. */
  readonly terms: ReadonlyArray<OntologyTerm>
  /** The number of each alternative or obsolete id with that of the phenotype that replaced it. */
  readonly aliases: ReadonlyMap<number, number>
}

interface Node {
  readonly id: string
  readonly lbl?: string
  readonly meta?: {
    readonly deprecated?: boolean
    readonly definition?: { readonly val: string }
    readonly synonyms?: ReadonlyArray<{ readonly pred: string; readonly val: string; readonly synonymType?: string }>
    readonly basicPropertyValues?: ReadonlyArray<{ readonly pred: string; readonly val: string }>
  }
}

interface Graphs {
  readonly graphs: ReadonlyArray<{
    readonly meta?: { readonly version?: string }
    readonly nodes: ReadonlyArray<Node>
    readonly edges: ReadonlyArray<{ readonly sub: string; readonly pred: string; readonly obj: string }>
  }>
}

const phenotypicAbnormality = 118

/** The number of an id such as `HP:0001250` or `…/HP_0001250`; undefined for ids of other ontologies. */
const numberOf = (id: string): number | undefined => {
  const [, digits] = /\bHP[:_](\d{7})$/.exec(id) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const childrenOf = (edges: Graphs["graphs"][number]["edges"]) => {
  const children = new Map<number, Array<number>>()
  const parents = new Map<number, Array<number>>()
  const add = (to: Map<number, Array<number>>, key: number, value: number) => {
    const list = to.get(key)
    if (list === undefined) to.set(key, [value])
    else list.push(value)
  }
  for (const { obj, pred, sub } of edges) {
    const [child, parent] = [numberOf(sub), numberOf(obj)]
    if (pred !== "is_a" || child === undefined || parent === undefined) continue
    add(children, parent, child)
    add(parents, child, parent)
  }
  return { children, parents }
}

const below = (root: number, children: ReadonlyMap<number, ReadonlyArray<number>>): ReadonlySet<number> => {
  const found = new Set([root])
  for (const term of found) for (const child of children.get(term) ?? []) found.add(child)
  return found
}

const aliasesOf = (nodes: ReadonlyArray<Node>) => {
  const aliases = new Map<number, number>()
  for (const { id, meta } of nodes) {
    const own = numberOf(id)
    if (own === undefined) continue
    for (const { pred, val } of meta?.basicPropertyValues ?? []) {
      const other = numberOf(val.trim())
      if (other === undefined) continue
      if (pred.endsWith("hasAlternativeId")) aliases.set(other, own)
      else if (pred.endsWith("IAO_0100001")) aliases.set(own, other)
    }
  }
  return aliases
}

/** Reads the ontology from hp.json (OBO graphs). */
export const readOntology = (json: string): Ontology => {
  const [graph] = (JSON.parse(json) as Graphs).graphs
  if (graph === undefined) throw new Error("hp.json has no graph")
  const { children, parents } = childrenOf(graph.edges)
  const phenotypes = below(phenotypicAbnormality, children)
  const terms = graph.nodes.flatMap(({ id, lbl, meta }): ReadonlyArray<OntologyTerm> => {
    const own = numberOf(id)
    if (own === undefined || lbl === undefined || meta?.deprecated === true || !phenotypes.has(own)) return []
    return [
      {
        id: own,
        label: lbl,
        definition: meta?.definition?.val ?? "",
        parents: (parents.get(own) ?? []).filter((parent) => phenotypes.has(parent)),
        synonyms: (meta?.synonyms ?? []).map(({ pred, synonymType = "", val }) => ({
          text: val,
          type: synonymType.replace(/^.*#/, ""),
          isExact: pred === "hasExactSynonym"
        }))
      }
    ]
  })
  const [version = "unknown"] = /\d{4}-\d\d-\d\d/.exec(graph.meta?.version ?? "") ?? []
  return { version, terms: terms.sort((one, other) => one.id - other.id), aliases: aliasesOf(graph.nodes) }
}

/** The annotations of one entry, such as `OMIM:154700`, under the numbers of HPO ids as the files have them. */
export interface AnnotatedEntry {
  /** Percent; `unknownFrequency` where none is given. */
  readonly present: Map<number, number>
  readonly absent: Set<number>
  readonly publications: Set<string>
}

export type Annotations = Map<string, AnnotatedEntry>

const entryIn = (annotations: Annotations, code: string): AnnotatedEntry => {
  const known = annotations.get(code)
  if (known !== undefined) return known
  const entry = { present: new Map<number, number>(), absent: new Set<number>(), publications: new Set<string>() }
  annotations.set(code, entry)
  return entry
}

/** The frequency terms of HPO, each as the middle of its range. */
const frequencyTerms: Readonly<Record<string, number>> = {
  "HP:0040280": 100,
  "HP:0040281": 90,
  "HP:0040282": 55,
  "HP:0040283": 17,
  "HP:0040284": 3,
  "HP:0040285": 0
}

/** The same in Orphanet's words. */
const frequencyWords: Readonly<Record<string, number>> = {
  obligate: 100,
  very_frequent: 90,
  frequent: 55,
  occasional: 17,
  very_rare: 3,
  excluded: 0
}

/** Patients with a finding of all who were looked at. */
interface Counted {
  found: number
  all: number
}

const tabbed = (line: string) => line.split("\t")

/**
 * Reads phenotype.hpoa: the rows of phenotypes of OMIM and Orphanet. Several publications about one phenotype are added
 * up. Absent is what has NOT, and what none of the patients had (`0/7`).
 */
export const readHpoAnnotations = (text: string, into: Annotations): void => {
  const counted = new Map<string, Counted>()
  for (const line of text.split("\n")) {
    const [code = "", , qualifier, hpo = "", reference = "", , , frequency = "", , , aspect] = tabbed(line)
    const term = aspect === "P" && /^(OMIM|ORPHA):/.test(code) ? numberOf(hpo) : undefined
    if (term === undefined) continue
    const entry = entryIn(into, code)
    for (const one of reference.split(";")) if (one.startsWith("PMID")) entry.publications.add(one)
    const [, found, all] = /^(\d+)\/(\d+)$/.exec(frequency) ?? []
    if (qualifier === "NOT" || found === "0" || frequencyTerms[frequency] === 0) {
      entry.absent.add(term)
    } else if (found === undefined) {
      const percent = frequency.endsWith("%") ? Math.round(Number.parseFloat(frequency)) : frequencyTerms[frequency]
      const before = entry.present.get(term)
      if (percent !== undefined && (before === undefined || before === unknownFrequency || before < percent))
        entry.present.set(term, Math.max(1, percent))
      else if (before === undefined) entry.present.set(term, unknownFrequency)
    } else {
      const key = `${code} ${hpo}`
      const sum = counted.get(key) ?? { found: 0, all: 0 }
      sum.found += Number(found)
      sum.all += Number(all)
      counted.set(key, sum)
      entry.present.set(term, Math.min(100, Math.max(1, Math.round((100 * sum.found) / Math.max(1, sum.all)))))
    }
  }
  for (const { absent, present } of into.values()) for (const term of present.keys()) absent.delete(term)
}

/** Reads Orphanet's phenotypes (orpha, hpo_id, frequency), which are newer than those of HPO and replace them. */
export const readOrphanetPhenotypes = (text: string, into: Annotations): void => {
  const fresh: Annotations = new Map()
  for (const line of text.split("\n")) {
    const [orpha = "", hpo = "", word = ""] = tabbed(line)
    const [term, percent] = [numberOf(hpo), frequencyWords[word]]
    if (term === undefined || percent === undefined) continue
    const { absent, present } = entryIn(fresh, `ORPHA:${orpha}`)
    if (percent === 0) absent.add(term)
    else present.set(term, percent)
  }
  for (const [code, entry] of fresh) into.set(code, entry)
}

/** A name of a phenotype in another language. */
interface Translation {
  readonly term: number
  readonly text: string
  readonly kind: NameKind
  readonly status: NameStatus
}

const machines = /ALGORITHM|DeepL/i

const statusOf = (status: string, translator: string): NameStatus =>
  machines.test(translator) ? "machine" : status === "OFFICIAL" ? "official" : "candidate"

/** The rows of a table whose columns are found by the names in its first line. */
const rowsOf = (text: string) => {
  const [header = "", ...lines] = text.replace(/\r/g, "").split("\n")
  const columns = header.split("\t")
  const cells = (line: string) => line.split("\t")
  const at = (name: string) => columns.indexOf(name)
  return { lines, cells, at }
}

/** Reads the labels of a babelon table, whose columns differ in order from language to language. */
export const readBabelon = (text: string): ReadonlyArray<Translation> => {
  const { at, cells, lines } = rowsOf(text)
  const [subject, predicate, value, status] = [
    at("subject_id"),
    at("predicate_id"),
    at("translation_value"),
    at("translation_status")
  ]
  const translators = [at("translator"), at("translator_expertise")].filter((column) => column >= 0)
  return lines.flatMap((line): ReadonlyArray<Translation> => {
    const row = cells(line)
    const term = numberOf(row[subject] ?? "")
    const [name = "", said = ""] = [row[value]?.trim(), row[status]]
    if (term === undefined || row[predicate] !== "rdfs:label" || name === "" || said === "NOT_TRANSLATED") return []
    const translator = translators.map((column) => row[column] ?? "").join(" ")
    return [{ term, text: name, kind: "name", status: statusOf(said, translator) }]
  })
}

/** Reads a table of synonyms, whose second line is a header too; one cell may hold several, separated by `|`. */
export const readSynonyms = (text: string): ReadonlyArray<Translation> => {
  const { at, cells, lines } = rowsOf(text)
  const [subject, value, type] = [at("subject_id"), at("translation_value"), at("synonym_type")]
  return lines.flatMap((line): ReadonlyArray<Translation> => {
    const row = cells(line)
    const term = numberOf(row[subject] ?? "")
    if (term === undefined || row.includes("NOT_TRANSLATED")) return []
    const kind = type >= 0 && (row[type] ?? "").endsWith("layperson") ? "lay" : "synonym"
    const status = statusOf(row.includes("OFFICIAL") ? "OFFICIAL" : "CANDIDATE", row.join(" "))
    return (row[value] ?? "")
      .split("|")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({ term, text: name, kind, status }))
  })
}
