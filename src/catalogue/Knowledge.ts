import type { Gene, Prevalence } from "../domain/Disease.ts"
import type { Fact, OrphanetEntry, Release, Term } from "./Facts.ts"

type Of<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>

/** Adds to the values of a key. */
const addTo = <Value>(lists: Map<string, Array<Value>>, key: string, ...values: ReadonlyArray<Value>) => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [...values])
  else list.push(...values)
}

/**
 * All that the source files say, by what it is about: by the id of a term, or by a bare ORPHAcode. It grows file by
 * file, so it is mutable until the last one is read.
 */
export class Knowledge {
  readonly rare = new Set<string>()
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
  /** How many rows were read of each release. */
  readonly releases = new Map<Release, Map<string, number>>()

  add(fact: Fact): void {
    switch (fact.kind) {
      case "rare":
        this.rare.add(fact.id)
        return
      case "label":
        if (fact.label !== "") this.labels.set(fact.id, fact.label)
        return
      case "formerNames":
        this.formerNames.set(fact.id, fact)
        return
      case "subclass":
        addTo(this.parents, fact.id, fact.parent)
        return
      case "mapping":
        if (fact.subject !== "") this.subjects.set(fact.id, fact.subject)
        addTo(this.mappings, fact.id, fact)
        return
      case "term":
        this.addTerm(fact)
        return
      case "release":
        this.addRelease(fact)
        return
      default:
        this.addOrphanet(fact)
    }
  }

  private addTerm(term: Term): void {
    this.terms.set(term.id, term)
    if (!term.id.startsWith("MONDO:")) return
    if (term.subsets.includes("rare")) this.rare.add(term.id)
    addTo(this.parents, term.id, ...term.parents)
  }

  private addRelease({ of, rows, version }: Of<"release">): void {
    const versions = this.releases.get(of) ?? new Map<string, number>()
    this.releases.set(of, versions.set(version, (versions.get(version) ?? 0) + rows))
  }

  private addOrphanet(
    fact: OrphanetEntry | Of<"specialty" | "classified" | "naturalHistory" | "prevalence" | "gene">
  ): void {
    const { orpha } = fact
    switch (fact.kind) {
      case "orphanetEntry":
        this.entries.set(orpha, fact)
        return
      case "specialty":
        if (fact.name !== "") this.orphanetNames.set(orpha, fact.name)
        if (fact.specialty !== "") addTo(this.specialties, orpha, fact.specialty)
        return
      case "classified":
        if (fact.name !== "") this.orphanetNames.set(orpha, fact.name)
        addTo(this.classified, orpha, fact.parent)
        return
      case "naturalHistory":
        addTo(this.onset, orpha, ...fact.onset)
        addTo(this.inheritance, orpha, ...fact.inheritance)
        return
      case "prevalence":
        addTo(this.prevalences, orpha, fact.prevalence)
        return
      case "gene":
        addTo(this.genes, orpha, fact.gene)
    }
  }
}
