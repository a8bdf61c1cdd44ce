import { describe, expect, it } from "@effect/vitest"
import { CategoryId, DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { DiseaseIndex } from "../src/DiseaseIndex.ts"
import { catalogue, disease, first, indexOf, matched, names } from "./SmallCatalogue.ts"

const firstIs = (expected: Readonly<Record<string, string>>) => {
  for (const [search, name] of Object.entries(expected)) expect(first(search), search).toBe(name)
}

describe("DiseaseIndex.find", () => {
  it("finds a whole name first, without regard to case, accents, spaces and hyphens", () =>
    firstIs({
      "marfan syndrome": "Marfan syndrome",
      "  MARFAN   Syndrome ": "Marfan syndrome",
      "meniere disease": "Ménière disease",
      "MÉNIÈRE DISEASE": "Ménière disease",
      "ehlers danlos syndrome": "Ehlers-Danlos syndrome",
      "ehlersdanlos syndrome": "Ehlers-Danlos syndrome",
      "folling disease": "phenylketonuria",
      "болезнь фабри": "Болезнь Фабри",
      川崎病: "川崎病"
    }))

  it("finds codes in every spelling, every bearer of a bare identifier, and the best known first", () => {
    for (const typed of ["ORPHA:558", "orpha558", "Orphanet 558", "omim #154700", "154700", "mondo_0007947", "Q87.4"]) {
      expect(names(typed), typed).toEqual(["Marfan syndrome"])
    }
    expect(names("gard 6975")).toEqual(["Marfan syndrome"])
    expect(names("558")).toEqual(["Marfan syndrome", "retinal tumor"])
    expect(matched("icd-10 q87.4")).toBe("code: ICD10:Q87.4")
    expect(matched("my son has ORPHA:558, who else?")).toBe("code: ORPHA:558")
    expect(names("ORPHA:55")).toEqual([])
  })

  it("finds every bearer of a shared abbreviation, the best known first", () =>
    expect(names("rcc")).toEqual(["renal cell carcinoma", "retinal cavernoma"]))

  it("finds possessives, plurals, and eponyms without their noun", () =>
    firstIs({
      "marfan's": "Marfan syndrome",
      "marfans syndrome": "Marfan syndrome",
      "muscular dystrophies duchenne": "Duchenne muscular dystrophy",
      digeorge: "22q11.2 deletion syndrome",
      "becker dystrophys muscular": "Becker muscular dystrophy"
    }))

  it("finds British spelling where the name is American", () =>
    firstIs({
      "beta thalassaemia": "beta thalassemia",
      "cooley anaemia": "beta thalassemia",
      "retinal tumour": "retinal tumor",
      "haemophilia b": "hemophilia B"
    }))

  it("finds words in any order, half typed, or some of them", () =>
    firstIs({
      "dystrophy becker": "Becker muscular dystrophy",
      "dys mus duch": "Duchenne muscular dystrophy",
      "storage glycogen iii": "glycogen storage disease III",
      "vasc ehl dan": "vascular Ehlers-Danlos syndrome",
      phenylke: "phenylketonuria",
      фабри: "Болезнь Фабри"
    }))

  it("distinguishes numbered types, in each way to write the number", () =>
    firstIs({
      "glycogenosis type ii": "glycogen storage disease II",
      "glycogenosis type two": "glycogen storage disease II",
      "glycogen storage disease 3": "glycogen storage disease III",
      "gsd type 2": "glycogen storage disease II",
      "charcot marie tooth type IIa": "Charcot-Marie-Tooth disease type 2A",
      "cmt 1 a": "Charcot-Marie-Tooth disease type 1A",
      "β-thalassemia": "beta thalassemia",
      "factor 10 deficiency": "factor X deficiency",
      "x linked ichthyosis": "X-linked ichthyosis"
    }))

  it("finds words that are joined or split", () =>
    firstIs({
      charcotmarietoothdisease1a: "Charcot-Marie-Tooth disease type 1A",
      musculardystrophybecker: "Becker muscular dystrophy",
      "phenyl ketonuria": "phenylketonuria",
      "glycogen osis 3": "glycogen storage disease III"
    }))

  it("finds names with one or two typing errors, and by their sound", () => {
    for (const typed of [
      "marfn syndrome",
      "mrafan syndrome",
      "marffan syndrome",
      "marfen",
      "amrfan",
      "marfn sindrome"
    ]) {
      expect(first(typed), typed).toBe("Marfan syndrome")
    }
    firstIs({
      pehnylketonruia: "phenylketonuria",
      fenilketonurea: "phenylketonuria",
      "dushen muskular distrofy": "Duchenne muscular dystrophy",
      hemofilia: "hemophilia A",
      veds: "vascular Ehlers-Danlos syndrome"
    })
  })

  it("finds the disease in a sentence", () =>
    firstIs({
      "my daughter was diagnosed with Marfan syndrome, who else?": "Marfan syndrome",
      "is there anyone here living with phenylketonuria": "phenylketonuria",
      "I have glycogenosis type 3 and look for others": "glycogen storage disease III"
    }))

  it("finds the longest whole name among other words first", () =>
    firstIs({
      "how common is phenylketonuria in adults": "phenylketonuria",
      "becker muscular dystrophy genetic test": "Becker muscular dystrophy",
      "clinical trials for charcot marie tooth disease type IIa": "Charcot-Marie-Tooth disease type 2A",
      "my nephew aged 7 has spastic paraplegia, autosomal recessive 4": "spastic paraplegia, autosomal recessive 4",
      "spastic paraplegia life expectancy": "spastic paraplegia",
      "is adult Refsum disease treated in Germany?": "adult Refsum disease",
      "marfan's disease wikipedia": "Marfan syndrome",
      "one of our residents has vascular Ehlers-Danlos syndrome, how can I help": "vascular Ehlers-Danlos syndrome"
    }))

  it("finds a mistyped name among other words", () =>
    firstIs({
      "how common is phenylketonurai in adults": "phenylketonuria",
      "beckr muscular dystrophy genetic test": "Becker muscular dystrophy",
      "Please share your stories about life with vasculr Ehlers-Danlos syndrome": "vascular Ehlers-Danlos syndrome"
    }))

  it("prefers a name with its words in another order to a shorter name within a question", () =>
    firstIs({
      "refsum disease adult": "adult Refsum disease",
      "muscular dystrophy duchenne": "Duchenne muscular dystrophy"
    }))

  it("finds the disease with a number before the successor of a retired one", () => {
    expect(names("777")).toEqual(["spastic paraplegia, autosomal recessive 4", "spastic paraplegia"])
    expect(names("ORPHA:777")).toEqual(["spastic paraplegia"])
  })

  it("finds names that begin as typed before names that have only the finished words", () =>
    firstIs({
      "myasthenic syndrome": "myasthenic syndrome",
      "myasthenic syndrome ca": "myasthenic syndrome caused by a toxin",
      nup3: "primary microcephaly"
    }))

  it("finds the name that several typed words begin, one of them mistyped, and no name with another number", () => {
    const index = indexOf([
      disease(1, "hearing loss with skin disease"),
      disease(2, "hearing loss"),
      disease(3, "anterior nasal diphtheria 2")
    ])
    const firstOf = (search: string) => index.find(search)[0]?.id
    expect([firstOf("hearing loss wiht sk"), firstOf("anterior nass"), firstOf("anteiror nas")]).toEqual([1, 3, 3])
    expect(index.find("anterior nasal diphtheria 3").some(({ whole }) => whole)).toBe(false)
  })

  it("finds half-typed words with a typing error, in the first letter too", () => {
    for (const typed of ["henylket", "bhenylket", "phenylekt", "phenilket", "phenlket"]) {
      expect(first(typed), typed).toBe("phenylketonuria")
    }
  })

  it("finds a whole name of a short search before a description that has more of its words", () => {
    const description = "A renal disease, with anemia de novo or a form of fanconi."
    const index = indexOf([
      disease(1, "Fanconi anemia"),
      disease(2, "renotubular disease", { description, prominence: 900 })
    ])
    expect(index.find("anemia de fanconi").map(({ id }) => id)).toEqual([1])
  })

  it("finds nothing for a search without a specific word, unless a name is all of it or begins so", () => {
    const names = ["Parkinson disease, age at onset of", "disease of childhood onset"]
    const others = Array.from({ length: 600 }, (_, at) => disease(200 + at, `illness ${at} disease`))
    const index = indexOf([...names.map((name, at) => disease(1 + at, name)), ...others])
    const found = (search: string) => index.find(search).map(({ id }) => id)
    expect(found("old age disease in children")).toEqual([])
    expect(found("disease of childhood")).toContain(2)
    expect(found("age at onset of parkinson disease")).toContain(1)
  })

  it("finds everyday names and signs", () => {
    expect(matched("brittle bones")).toBe("synonym: brittle bones")
    expect(first("disease where muscles slowly waste in boys")).toBe("Duchenne muscular dystrophy")
    expect(first("bones that break easily")).toBe("osteogenesis imperfecta")
  })

  it("finds a gene, after names", () => expect(matched("fbn1")).toBe("gene: FBN1"))

  it("names the match", () => {
    expect(matched("marfan syndrome")).toBe("name: Marfan syndrome")
    expect(matched("marfans disease")).toBe("synonym: Marfan's disease")
    expect(matched("dmd")).toBe("abbreviation: DMD")
    expect(matched("boys with atrophy of muscles")).toBe(
      "description: A muscular dystrophy of boys with progressive atrophy of skeletal muscles."
    )
  })

  it("finds few other diseases, and none for nonsense", () => {
    expect(names("marfn syndrome")).toEqual(["Marfan syndrome"])
    for (const typed of ["xyzzyqwk", "asdfgh", "purple bicycle kitchen", "best pizza in town", "zzzzzzzz"]) {
      expect(names(typed), typed).toEqual([])
    }
  })

  it("finds nothing for punctuation and symbols", () => {
    for (const typed of ["", " \t ", "%", "_", "\\", ".*", "(((", "[a-z", "'", '"', "$9", "🦓", "& | !"]) {
      expect(names(typed), typed).toEqual([])
    }
  })
})

describe("DiseaseIndex", () => {
  it("takes the lay name of a disease that is not there for no description of another one", () => {
    const index = new DiseaseIndex()
    index.put(disease(1, "Alagille syndrome", { description: "Itching and lumps in the skin, butterfly vertebrae." }))
    const found = (search: string) => index.find(search).map(({ id }) => index.disease(id)?.name ?? "")
    expect(found("vertebrae like a butterfly")).toEqual(["Alagille syndrome"])
    for (const typed of ["butterfly skin children", "Butterfly skin"]) expect(found(typed), typed).toEqual([])
    index.put(disease(2, "epidermolysis bullosa", { codes: ["MONDO:0006541"] }))
    expect(found("butterfly skin children")[0]).toBe("epidermolysis bullosa")
  })

  it("says of the first disease that its name is longer than the search, unless the search is how the name begins", () => {
    const index = indexOf([
      disease(1, "48,XXYY syndrome", { synonyms: ["48,XXYY Klinefelter syndrome"] }),
      disease(2, "Parkinson disease 3, autosomal dominant"),
      disease(3, "celiac disease, susceptibility to"),
      disease(4, "cancer of bone"),
      disease(5, "Duchenne muscular dystrophy"),
      disease(6, "Marfan syndrome"),
      disease(7, "primary microcephaly", { genes: ["NUP37"], codes: ["ORPHA:7"] })
    ])
    const isLonger = (search: string) => index.find(search)[0]?.hasLongerName
    for (const typed of ["Klinefelter", "my son has Klinefelter", "Parkinson's disease", "celiac disease", "cancer"])
      expect(isLonger(typed), typed).toBe(true)
    for (const typed of ["Duchenne", "Marfan", "marfans", "marfan disease", "marfen", "muscular", "NUP37", "ORPHA:7"])
      expect(isLonger(typed), typed).toBe(typed === "muscular")
  })

  it("finds within one category", () => {
    const index = indexOf()
    const found = (search: string) => index.find(search, CategoryId(2)).map(({ id }) => index.disease(id)?.name ?? "")
    expect(found("syndrome")).toEqual(["Ehlers-Danlos syndrome", "vascular Ehlers-Danlos syndrome"])
    expect(found("marfan")).toEqual([])
    expect(found("ORPHA:558")).toEqual([])
  })

  it("removes former names and retired diseases", () => {
    const index = indexOf()
    index.put(disease(1, "Noack syndrome", { codes: ["ORPHA:1"] }))
    expect(index.find("mfs")).toEqual([])
    expect(index.find("ORPHA:558")).toEqual([])
    expect(index.find("noack").map(({ id }) => id)).toEqual([1])
    index.put(disease(1, "Noack syndrome", { retired: true }))
    expect(index.find("noack")).toEqual([])
    expect(index.disease(DiseaseId(1))).toBeUndefined()
  })

  it("finds the same in the same order, for each order of changes", () => {
    const straight = indexOf()
    const wound = indexOf([
      ...catalogue.toReversed(),
      disease(99, "Marfan syndrome"),
      disease(99, "x", { retired: true })
    ])
    for (const one of catalogue.slice(5)) wound.put(one)
    for (const typed of [
      "syndrome",
      "marfan",
      "muscular dystrophy",
      "charcotmarietooth",
      "hemofilia",
      "rcc",
      "disease"
    ]) {
      expect(wound.find(typed), typed).toEqual(straight.find(typed))
    }
  })
})

describe("DiseaseIndex.codesAbove", () => {
  it("gives the codes of supertypes of every level, without its own, also in a cycle", () => {
    const index = indexOf([
      disease(1, "group", { codes: ["MONDO:1"], parentIds: [DiseaseId(3)] }),
      disease(2, "kind", { codes: ["MONDO:2"], parentIds: [DiseaseId(1)] }),
      disease(3, "form", { codes: ["MONDO:3"], parentIds: [DiseaseId(2), DiseaseId(9)] })
    ])
    expect([...index.codesAbove(DiseaseId(3))].sort()).toEqual(["MONDO:1", "MONDO:2"])
    expect([...index.codesAbove(DiseaseId(9))]).toEqual([])
  })
})
