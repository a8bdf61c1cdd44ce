import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { disease, indexOf } from "./SmallCatalogue.ts"

const index = indexOf([
  disease(1, "Krabbe disease"),
  disease(2, "Turner syndrome"),
  disease(3, "Sturge-Weber syndrome"),
  disease(4, "Angelman syndrome"),
  disease(5, "Camurati-Engelmann disease", { synonyms: ["Engelmann disease"] }),
  disease(6, "Still disease"),
  disease(7, "Noonan syndrome"),
  disease(8, "Noonan syndrome 5"),
  disease(9, "Crouzon syndrome"),
  disease(10, "Apert syndrome"),
  disease(11, "Paroxysmal nocturnal hemoglobinuria", { abbreviations: ["PNH"] }),
  disease(12, "Wart disease"),
  disease(13, "Usher syndrome type 1"),
  disease(14, "Usher syndrome type 2"),
  disease(15, "Bright disease"),
  disease(16, "Duchenne muscular dystrophy"),
  disease(17, "Wilson disease"),
  ...Array.from({ length: 20 }, (_, at) => disease(18 + at, `Wilson-Turner syndrome, type ${at + 1}`)),
  disease(38, "Intellectual disability, wilson-turner type"),
  disease(39, "Beckwith-Wiedemann syndrome"),
  disease(40, "Wiedemann disease"),
  disease(41, "Cystic fibrosis", { synonyms: ["Fibrose cística"] }),
  disease(42, "Friedreich ataxia"),
  disease(43, "Ataxia"),
  disease(44, "Charcot-Marie-Tooth disease"),
  disease(45, "Creutzfeldt-Jakob disease"),
  disease(46, "Mucopolysaccharidosis", { abbreviations: ["MPS"] }),
  disease(47, "Mucopolysaccharidosis type 2", { abbreviations: ["MPS II"] })
])
const nameOf = (id: DiseaseId | undefined) => index.disease(id ?? DiseaseId(1_000))?.name
const found = (search: string) => index.find(search).map(({ id }) => nameOf(id))
const mentioned = (search: string) => {
  const mention = index.mentioned(search)
  return mention && { name: found(mention.name)[0], rest: mention.rest }
}

describe("DiseaseIndex.mentioned of a mistyped name", () => {
  it.each([
    ["quanto si vive con la malattia di crabbe", "Krabbe disease"],
    ["minha filha nasceu com sindrome de turnner", "Turner syndrome"],
    ["meine tochter hat angelmann syndrom wer kennt das", "Angelman syndrome"],
    ["mi hijo tiene sindrome de nunan va a crecer", "Noonan syndrome"]
  ])("finds it beside its noun in %j", (search, name) => {
    expect(mentioned(search)?.name).toBe(name)
  })

  it("finds one of two persons without a noun, and gives the words beside it", () => {
    expect(mentioned("sturge veber feuermal im gesicht")).toEqual({
      name: "Sturge-Weber syndrome",
      rest: "feuermal im gesicht"
    })
  })

  it("finds one of one person without a noun, whom names never write small", () => {
    expect(mentioned("krabbe krampfanfalle schreit viel")?.name).toBe("Krabbe disease")
    expect(index.mentioned("warts on both hands")).toBeUndefined()
  })

  it("finds one of one person that is mistyped, and one that a name writes small by a slip", () => {
    expect(mentioned("mein sohn hat düschenn wie alt wird er")?.name).toBe("Duchenne muscular dystrophy")
    expect(mentioned("wilson leber")).toEqual({ name: "Wilson disease", rest: "leber" })
  })

  it("finds one of several words that may each be mistyped, in a whole question", () => {
    expect(mentioned("fibrose sistica deu no teste do pezinho e agora")).toEqual({
      name: "Cystic fibrosis",
      rest: "deu no teste do pezinho e agora"
    })
    expect(index.mentioned("teste do pezinho deu fibra e agora")).toBeUndefined()
  })

  it("finds one of several words rather than a whole name of fewer within it", () =>
    expect(mentioned("Fridreich Ataxie ab wann Rollstuhl")?.name).toBe("Friedreich ataxia"))

  it("finds one of persons whose names are written as they were heard", () => {
    expect(mentioned("sharko marie tooth is it hereditary")?.name).toBe("Charcot-Marie-Tooth disease")
    expect(mentioned("kreuzfeld jacob premiers signes")?.name).toBe("Creutzfeldt-Jakob disease")
  })

  it("finds an abbreviation in capitals with the number behind it", () => {
    expect(mentioned("MPS II elaprase em casa")).toEqual({
      name: "Mucopolysaccharidosis type 2",
      rest: "elaprase em casa"
    })
  })

  it("gives the words before a name, which may deny it", () =>
    expect(index.mentioned("not krabbe, seizures")).toMatchObject({ before: "not", rest: "not seizures" }))

  it("finds the names of persons that a sentence compares, also where names write one of them small", () => {
    const comparing = (search: string) => found(index.mentioned(search)?.name ?? "")
    expect(comparing("doctor suspects apert or krouzon, which test")).toEqual(["Apert syndrome", "Crouzon syndrome"])
    expect(comparing("Kinderarzt vermutet Noonan oder Wilson")).toEqual(["Noonan syndrome", "Wilson disease"])
    expect(index.mentioned("is it the gait or the balance")).toBeUndefined()
  })

  it("finds none in a search that is the name of two persons", () =>
    expect(index.mentioned("bekwith wiedeman")).toBeUndefined())

  it("finds none in words that are similar to a name by chance, and none in a story", () => {
    for (const search of ["he cannot sit still at all", "weird disease that makes you tired", "che brutta malattia"])
      expect(index.mentioned(search), search).toBeUndefined()
    expect(index.mentioned("malattia di crabbe ".padEnd(120, " e poi ancora"))).toBeUndefined()
  })
})

describe("DiseaseIndex.find of several names", () => {
  it("finds each of the names that a search compares, in its order", () => {
    for (const search of ["apert or crouzon", "Apert oder Crouzon", "apert ou crouzon", "apert vs. crouzon"])
      expect(found(search), search).toEqual(["Apert syndrome", "Crouzon syndrome"])
    expect(found("tired or crouzon")).not.toContain("Apert syndrome")
  })

  it("finds an abbreviation beside a word that no name has, such as a drug", () => {
    expect(found("eculizumab pnh")).toEqual(["Paroxysmal nocturnal hemoglobinuria"])
  })

  it("finds the type whose number is spelled out in another language", () => {
    for (const search of [
      "usher tipo due",
      "usher typ zwei",
      "usher de type deux",
      "usher tipo dos",
      "usher tipo dois"
    ])
      expect(found(search)[0], search).toBe("Usher syndrome type 2")
  })

  it("finds a mistyped name with its own noun before a similar one with another noun", () => {
    expect(found("angelmann syndrom")[0]).toBe("Angelman syndrome")
  })
})
