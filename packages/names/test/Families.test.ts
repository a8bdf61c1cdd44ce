import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { Families } from "../src/Families.ts"
import { maxFamilySubtypes } from "../src/Limits.ts"

/** Diseases by name, each with the names of its supertypes, and what the group of one is called. */
const groupsOf = (parents: Readonly<Record<string, ReadonlyArray<string>>>) => {
  const names = Object.keys(parents)
  const idOf = (name: string) => DiseaseId(names.indexOf(name) + 1)
  const families = new Families(
    names.map((name) => ({ id: idOf(name), name, synonyms: [], parentIds: (parents[name] ?? []).map(idOf) }))
  )
  const nameOf = (id: DiseaseId | undefined) => (id === undefined ? undefined : names[id - 1])
  return {
    groupOf: (name: string) => nameOf(families.groupOf(idOf(name))),
    namedGroupOf: (name: string) => nameOf(families.namedGroupOf(idOf(name)))
  }
}

const many = (parent: string) =>
  Object.fromEntries(Array.from({ length: maxFamilySubtypes }, (_, nth) => [`${parent}, type ${nth + 900}`, [parent]]))

describe("Families.groupOf", () => {
  const { groupOf, namedGroupOf } = groupsOf({
    "Genetic disease": [],
    ...many("Genetic disease"),
    "Skin disease": ["Genetic disease"],
    "Epidermolysis bullosa": ["Skin disease", "Genetic disease"],
    "Inherited epidermolysis bullosa": ["Epidermolysis bullosa"],
    "Epidermolysis bullosa simplex": ["Inherited epidermolysis bullosa"],
    "Localized epidermolysis bullosa simplex": ["Epidermolysis bullosa simplex"],
    "Kindler syndrome": ["Inherited epidermolysis bullosa", "Skin disease"],
    "Loose skin": ["Skin disease"],
    "Alone in its field": ["Genetic disease"]
  })

  it("gives the greatest family whose name is a part of the disease's", () => {
    expect(groupOf("Localized epidermolysis bullosa simplex")).toBe("Epidermolysis bullosa")
    expect(groupOf("Epidermolysis bullosa simplex")).toBe("Epidermolysis bullosa")
  })

  it("gives the group of the smallest family where no family is in the name, or else that family", () => {
    expect(groupOf("Kindler syndrome")).toBe("Epidermolysis bullosa")
    expect(groupOf("Loose skin")).toBe("Skin disease")
  })

  it("is namedGroupOf where that is known, which has no group but by a name", () => {
    expect(namedGroupOf("Kindler syndrome")).toBe("Epidermolysis bullosa")
    expect(namedGroupOf("Loose skin")).toBeUndefined()
  })

  it("gives none to a disease whose groups have more subtypes than a family, nor to one without groups", () => {
    expect(groupOf("Alone in its field")).toBeUndefined()
    expect(groupOf("Genetic disease, type 900")).toBeUndefined()
    expect(groupOf("Genetic disease")).toBeUndefined()
  })

  it("ends in a cycle of supertypes", () => {
    const cycle = groupsOf({ "Form of a form": ["Form"], Form: ["Form of a form"] })
    expect(cycle.groupOf("Form of a form")).toBe("Form")
  })
})
