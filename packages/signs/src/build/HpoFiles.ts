import { Schema } from "effect"
import {
  type CountedRow,
  countsOf,
  type FrequencyClass,
  type FrequencyFact,
  isAbsent,
  leastOf,
  mostOf
} from "../Frequency.ts"

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
  /** The terms to consider instead of each that was given up without a successor. */
  readonly considered: ReadonlyMap<number, ReadonlyArray<number>>
}

const Text = Schema.String
const exactly = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const Value = Schema.Struct({ pred: Text, val: Text })

const Node = Schema.Struct({
  id: Text,
  lbl: exactly(Text),
  meta: exactly(
    Schema.Struct({
      deprecated: exactly(Schema.Boolean),
      definition: exactly(Schema.Struct({ val: Text })),
      synonyms: exactly(Schema.Array(Schema.Struct({ ...Value.fields, synonymType: exactly(Text) }))),
      basicPropertyValues: exactly(Schema.Array(Value))
    })
  )
})
type Node = typeof Node.Type

const Edge = Schema.Struct({ sub: Text, pred: Text, obj: Text })

/** The first graph of a file of OBO graphs is the ontology. */
const Graphs = Schema.Struct({
  graphs: Schema.NonEmptyArray(
    Schema.Struct({
      meta: exactly(Schema.Struct({ version: exactly(Text) })),
      nodes: Schema.Array(Node),
      edges: Schema.Array(Edge)
    })
  )
})
const decodeGraphs = Schema.decodeSync(Schema.parseJson(Graphs))

const phenotypicAbnormality = 118

/** The number of an id such as `HP:0001250` or `…/HP_0001250`; undefined for ids of other ontologies. */
export const numberOf = (id: string): number | undefined => {
  const [, digits] = /\bHP[:_](\d{7})$/.exec(id) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const childrenOf = (edges: ReadonlyArray<typeof Edge.Type>) => {
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

const consideredIn = (nodes: ReadonlyArray<Node>) =>
  new Map(
    nodes.flatMap(({ id, meta }): ReadonlyArray<readonly [number, ReadonlyArray<number>]> => {
      const own = numberOf(id)
      const others = (meta?.basicPropertyValues ?? []).flatMap(({ pred, val }) =>
        pred.endsWith("#consider") ? (numberOf(val.trim()) ?? []) : []
      )
      return own === undefined || others.length === 0 ? [] : [[own, others]]
    })
  )

/** Reads the ontology from hp.json (OBO graphs). Throws a `ParseError` for a file of another form. */
export const readOntology = (json: string): Ontology => {
  const [graph] = decodeGraphs(json).graphs
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
  return {
    version,
    terms: terms.sort((one, other) => one.id - other.id),
    aliases: aliasesOf(graph.nodes),
    considered: consideredIn(graph.nodes)
  }
}

/** The annotations of one entry, such as `OMIM:154700`, under the numbers of HPO ids as the files have them. */
export interface AnnotatedEntry {
  readonly present: Map<number, FrequencyFact>
  /** The phenotypes that were looked for and that nobody has. */
  readonly absent: Map<number, FrequencyFact>
  readonly publications: Set<string>
}

export type Annotations = Map<string, AnnotatedEntry>

const entryIn = (annotations: Annotations, code: string): AnnotatedEntry => {
  const known = annotations.get(code)
  if (known !== undefined) return known
  const entry = { present: new Map(), absent: new Map(), publications: new Set<string>() }
  annotations.set(code, entry)
  return entry
}

/** The frequency terms of HPO. */
const classOfTerm: Readonly<Record<string, FrequencyClass>> = {
  "HP:0040280": "obligate",
  "HP:0040281": "very_frequent",
  "HP:0040282": "frequent",
  "HP:0040283": "occasional",
  "HP:0040284": "very_rare",
  "HP:0040285": "excluded"
}

const classNames = new Set<string>(Object.values(classOfTerm))
const isClass = (word: string): word is FrequencyClass => classNames.has(word)

/** The rows of one phenotype in one entry. */
interface PhenotypeRows {
  readonly classes: Array<FrequencyClass>
  readonly counts: Array<CountedRow>
  readonly percents: Array<number>
  /** True if a row says that the phenotype occurs, and not how often. */
  isNamed: boolean
}

const tabbed = (line: string) => line.split("\t")

/** The rows of the phenotypes of one entry, by the numbers of their ids. */
type EntryRows = Map<number, PhenotypeRows>

const rowsIn = (all: EntryRows, term: number): PhenotypeRows => {
  const rows = all.get(term) ?? { classes: [], counts: [], percents: [], isNamed: false }
  all.set(term, rows)
  return rows
}

/** Joins the rows of a phenotype. A row in which the sign occurs outweighs one in which it was not found. */
const factOf = ({ classes, counts, isNamed, percents }: PhenotypeRows): FrequencyFact => {
  const present = classes.filter((known) => known !== "excluded")
  const observed = countsOf(counts)
  const [percent = null] = percents
  const occurs = isNamed || present.length > 0 || percent !== null || (observed !== null && observed.count > 0)
  return {
    class: leastOf(occurs ? present : classes),
    observed: occurs && observed?.count === 0 ? null : observed,
    percent
  }
}

const addRows = ({ absent, present }: AnnotatedEntry, all: EntryRows) => {
  for (const [term, rows] of all) {
    const fact = factOf(rows)
    ;(isAbsent(fact) ? absent : present).set(term, fact)
  }
}

/**
 * Reads phenotype.hpoa: the rows of phenotypes of OMIM and Orphanet. The people of several publications about one
 * phenotype are added up (`countsOf`). Absent is what has NOT, and what none of the patients had (`0/7`).
 */
export const readHpoAnnotations = (text: string, into: Annotations): void => {
  const byEntry = new Map<string, EntryRows>()
  for (const line of text.split("\n")) {
    const [code = "", , qualifier, hpo = "", reference = "", , , frequency = "", sex = "", , aspect] = tabbed(line)
    const term = aspect === "P" && /^(OMIM|ORPHA):/.test(code) ? numberOf(hpo) : undefined
    if (term === undefined) continue
    const references = reference.split(";")
    const { publications } = entryIn(into, code)
    for (const one of references) if (one.startsWith("PMID")) publications.add(one)
    const all: EntryRows = byEntry.get(code) ?? new Map()
    byEntry.set(code, all)
    const rows = rowsIn(all, term)
    const [, found, of = ""] = /^(\d+)\/(\d+)$/.exec(frequency) ?? []
    const known = classOfTerm[frequency]
    if (qualifier === "NOT") rows.classes.push("excluded")
    else if (found !== undefined) rows.counts.push({ found: Number(found), all: Number(of), references, sex })
    else if (known !== undefined) rows.classes.push(known)
    else if (/^[\d.]+%$/.test(frequency)) rows.percents.push(Math.max(1, Math.round(Number.parseFloat(frequency))))
    else rows.isNamed = true
  }
  for (const [code, all] of byEntry) addRows(entryIn(into, code), all)
}

/**
 * Reads Orphanet's phenotypes (orpha, hpo_id, frequency), which are newer than those of HPO and replace them. Two rows
 * of one phenotype are of it and of one that HPO has merged into it.
 */
export const readOrphanetPhenotypes = (text: string, into: Annotations): void => {
  const byEntry = new Map<string, Map<number, FrequencyClass>>()
  for (const line of text.split("\n")) {
    const [orpha = "", hpo = "", word = ""] = tabbed(line)
    const term = numberOf(hpo)
    if (term === undefined || !isClass(word)) continue
    const code = `ORPHA:${orpha}`
    const classes = byEntry.get(code) ?? new Map<number, FrequencyClass>()
    byEntry.set(code, classes)
    classes.set(term, mostOf([word, classes.get(term) ?? word]) ?? word)
  }
  for (const [code, classes] of byEntry) {
    into.delete(code)
    const { absent, present } = entryIn(into, code)
    for (const [term, known] of classes)
      (known === "excluded" ? absent : present).set(term, { class: known, observed: null, percent: null })
  }
}
