import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { foldText } from "@rare-disease-community/text/Folding"
import { comparableWords, nameTokens } from "@rare-disease-community/text/NameWords"
import { maxFamilySubtypes } from "./Limits.ts"

/** A disease as its families need it. */
export interface FamilyMember {
  readonly id: DiseaseId
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly parentIds: ReadonlyArray<DiseaseId>
}

const wordsOf = (name: string): ReadonlyArray<string> =>
  comparableWords(nameTokens(foldText(name))).map(({ word }) => word)

/** The fewest of some diseases that show what family they share. */
const minForms = 3

/** The least share of some diseases, one in so many, that shows what family they share. */
const minShare = 3

/** A family, and those of some diseases that are forms of it. */
export interface SharedFamily {
  readonly family: DiseaseId
  readonly forms: ReadonlyArray<DiseaseId>
}

/** The families of diseases: see `maxFamilySubtypes`. */
export class Families {
  readonly #members: ReadonlyMap<DiseaseId, FamilyMember>
  readonly #children = new Map<DiseaseId, Array<DiseaseId>>()
  readonly #sizes = new Map<DiseaseId, number>()

  readonly #groups = new Map<DiseaseId, DiseaseId | undefined>()

  constructor(members: Iterable<FamilyMember>) {
    this.#members = new Map(Array.from(members, (member) => [member.id, member]))
    for (const { id, parentIds } of this.#members.values())
      for (const parent of parentIds) {
        const children = this.#children.get(parent)
        if (children === undefined) this.#children.set(parent, [id])
        else children.push(id)
      }
  }

  /**
   * The group that people with a disease know it by (`namedGroupOf`), or without one the smallest family that it
   * belongs to directly.
   */
  groupOf(id: DiseaseId): DiseaseId | undefined {
    return this.namedGroupOf(id) ?? this.#nearest(id)
  }

  /**
   * Of the families of a disease the greatest whose name is a part of one of its names ("Epidermolysis bullosa" of
   * "Localized epidermolysis bullosa simplex"), or else that of the smallest family that it belongs to directly.
   */
  namedGroupOf(id: DiseaseId): DiseaseId | undefined {
    if (!this.#groups.has(id)) {
      const nearest = this.#nearest(id)
      const above = nearest === undefined ? undefined : this.#groupByName(nearest)
      this.#groups.set(id, this.#groupByName(id) ?? above)
    }
    return this.#groups.get(id)
  }

  /**
   * The families that at least a third of these diseases are forms of, and at least three of them, the smallest first.
   */
  sharedBy(ids: ReadonlyArray<DiseaseId>): ReadonlyArray<SharedFamily> {
    const forms = new Map<DiseaseId, Array<DiseaseId>>()
    for (const id of ids) for (const family of this.#families(id)) forms.set(family, [...(forms.get(family) ?? []), id])
    return Array.from(forms, ([family, forms]) => ({ family, forms }))
      .filter(({ forms }) => forms.length >= minForms && forms.length * minShare >= ids.length)
      .sort((one, other) => this.#smallerFirst(one.family, other.family))
  }

  #nearest(id: DiseaseId): DiseaseId | undefined {
    return this.#familiesAbove(id).toSorted((one, other) => this.#smallerFirst(one, other))[0]
  }

  #smallerFirst(one: DiseaseId, other: DiseaseId): number {
    return this.#sizeOf(one) - this.#sizeOf(other) || one - other
  }

  #groupByName(id: DiseaseId): DiseaseId | undefined {
    const member = this.#members.get(id)
    if (member === undefined) return undefined
    const names = [member.name, ...member.synonyms].map((name) => new Set(wordsOf(name)))
    const isInName = (family: DiseaseId) => {
      const words = wordsOf(this.#members.get(family)?.name ?? "")
      return words.length > 0 && names.some((name) => words.every((word) => name.has(word)))
    }
    const [greatest] = Array.from(this.#families(id))
      .filter(isInName)
      .sort((one, other) => this.#sizeOf(other) - this.#sizeOf(one) || one - other)
    return greatest
  }

  /** All supertypes that are families, and are reached by families alone. */
  #families(id: DiseaseId): ReadonlySet<DiseaseId> {
    const families = new Set(this.#familiesAbove(id))
    // A set that grows while it is walked: each supertype is visited once, also in a cycle.
    for (const family of families) for (const above of this.#familiesAbove(family)) families.add(above)
    families.delete(id)
    return families
  }

  /** The direct supertypes that are families. */
  #familiesAbove(id: DiseaseId): ReadonlyArray<DiseaseId> {
    const parents = this.#members.get(id)?.parentIds ?? []
    return parents.filter((parent) => this.#members.has(parent) && this.#sizeOf(parent) <= maxFamilySubtypes)
  }

  /** The number of subtypes, of all levels. */
  #sizeOf(id: DiseaseId): number {
    const known = this.#sizes.get(id)
    if (known !== undefined) return known
    const below = new Set([id])
    // A set that grows while it is walked: each subtype is visited once, also in a cycle.
    for (const one of below) for (const child of this.#children.get(one) ?? []) below.add(child)
    this.#sizes.set(id, below.size - 1)
    return below.size - 1
  }
}
