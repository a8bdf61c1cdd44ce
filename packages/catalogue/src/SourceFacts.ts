import { Match } from "effect"
import type { Gene } from "./CatalogueDisease.ts"
import { codeOf } from "./Codes.ts"
import type { Fact, OrphanetEntry, Release, Term } from "./Facts.ts"
import type { Prevalence } from "./Prevalence.ts"

type Of<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>

const addTo = <Value>(lists: Map<string, Array<Value>>, key: string, ...values: ReadonlyArray<Value>) => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [...values])
  else list.push(...values)
}

const setUnlessEmpty = (texts: Map<string, string>, key: string, text: string) => {
  if (text !== "") texts.set(key, text)
}

/** Collects the facts of all source files by term id or bare ORPHAcode. */
export class SourceFacts {
  /** The terms of Mondo that are diseases of the catalogue: the rare ones, and those with an exact code of OMIM. */
  readonly members = new Set<string>()
  readonly labels = new Map<string, string>()
  readonly subjects = new Map<string, string>()
  readonly formerNames = new Map<string, Of<"formerNames">>()
  readonly parents = new Map<string, Array<string>>()
  readonly mappings = new Map<string, Array<Of<"mapping">>>()
  readonly terms = new Map<string, Term>()
  readonly entries = new Map<string, OrphanetEntry>()
  readonly orphanetNames = new Map<string, string>()
  readonly specialties = new Map<string, Array<string>>()
  readonly classified = new Map<string, Array<string>>()
  readonly onset = new Map<string, Array<string>>()
  readonly inheritance = new Map<string, Array<string>>()
  readonly prevalences = new Map<string, Array<Prevalence>>()
  readonly genes = new Map<string, Array<Gene>>()
  /** The number of rows read from each version of a release. */
  readonly releases = new Map<Release, Map<string, number>>()

  readonly add: (fact: Fact) => void = Match.type<Fact>().pipe(
    Match.discriminatorsExhaustive("kind")({
      rare: ({ id }) => void this.members.add(id),
      label: ({ id, label }) => setUnlessEmpty(this.labels, id, label),
      formerNames: (fact) => void this.formerNames.set(fact.id, fact),
      subclass: ({ id, parent }) => addTo(this.parents, id, parent),
      mapping: (fact) => {
        setUnlessEmpty(this.subjects, fact.id, fact.subject)
        addTo(this.mappings, fact.id, fact)
        this.#addIfInOmim(fact.id, fact.code, fact.exact)
      },
      term: (fact) => {
        this.terms.set(fact.id, fact)
        if (!fact.id.startsWith("MONDO:")) return
        if (fact.subsets.includes("rare")) this.members.add(fact.id)
        for (const { code, exact } of fact.references) this.#addIfInOmim(fact.id, code, exact)
        addTo(this.parents, fact.id, ...fact.parents)
      },
      release: ({ of, rows, version }) => {
        const versions = this.releases.get(of) ?? new Map<string, number>()
        this.releases.set(of, versions.set(version, (versions.get(version) ?? 0) + rows))
      },
      orphanetEntry: (fact) => void this.entries.set(fact.orpha, fact),
      specialty: ({ name, orpha, specialty }) => {
        setUnlessEmpty(this.orphanetNames, orpha, name)
        if (specialty !== "") addTo(this.specialties, orpha, specialty)
      },
      classified: ({ name, orpha, parent }) => {
        setUnlessEmpty(this.orphanetNames, orpha, name)
        addTo(this.classified, orpha, parent)
      },
      naturalHistory: ({ inheritance, onset, orpha }) => {
        addTo(this.onset, orpha, ...onset)
        addTo(this.inheritance, orpha, ...inheritance)
      },
      prevalence: ({ orpha, prevalence }) => addTo(this.prevalences, orpha, prevalence),
      gene: ({ gene, orpha }) => addTo(this.genes, orpha, gene)
    })
  )

  /** OMIM describes patients of each of its entries; a phenotypic series (OMIMPS) is a group of them. */
  #addIfInOmim(id: string, written: string, exact: boolean) {
    if (exact && id.startsWith("MONDO:") && codeOf(written)?.code.startsWith("OMIM:") === true) this.members.add(id)
  }
}
