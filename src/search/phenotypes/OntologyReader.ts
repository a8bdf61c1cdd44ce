/** A phenotype as hp.json has it. */
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
export const numberOf = (id: string): number | undefined => {
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
