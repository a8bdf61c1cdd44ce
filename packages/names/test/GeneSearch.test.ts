import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { DiseaseIndex } from "../src/DiseaseIndex.ts"
import { withoutVariants } from "../src/genes/GeneReport.ts"
import { disease } from "./SmallCatalogue.ts"

const fillers = Array.from({ length: 400 }, (_, at) => disease(1_000 + at, "marker syndrome of somebody else"))

const diseases = [
  disease(1, "Marfan syndrome", { genes: ["FBN1"], prominence: 100 }),
  disease(2, "Geleophysic dysplasia 2", {
    synonyms: ["Geleophysic dysplasia caused by mutation in FBN1"],
    prominence: 20
  }),
  disease(3, "Cystic fibrosis", { genes: ["CFTR"], prominence: 90 }),
  disease(4, "Developmental and epileptic encephalopathy, 13", {
    synonyms: ["SCN8A-related epilepsy"],
    prominence: 10
  }),
  disease(5, "Benign familial infantile epilepsy", { genes: ["SCN8A", "KCNQ2", "PRRT2"], prominence: 30 }),
  disease(6, "HHV-8-related disorder", { prominence: 50 }),
  disease(7, "KCNH1 associated disorder"),
  disease(8, "Neurofibromatosis type 1", { abbreviations: ["NF1"], prominence: 90 }),
  disease(9, "Alveolar tumor", { genes: ["NF1"], prominence: 200 }),
  disease(10, "Familial hypercholesterolemia", { abbreviations: ["FH"], prominence: 90 }),
  disease(11, "Fumaric aciduria", { genes: ["FH"] }),
  disease(12, "Wiskott syndrome", { genes: ["WAS"] }),
  disease(13, "Optic neuropathy of Leber", { genes: ["MT-ND4"] }),
  disease(15, "PRKAG2-related cardiomyopathy", { prominence: 2 }),
  disease(16, "Glycogen storage disease of heart", {
    genes: ["PRKAG2"],
    synonyms: ["PRKAG2 glycogen storage disease"]
  }),
  disease(14, "Loeys-Dietz syndrome", { genes: ["TGFBR2"] }),
  disease(19, "Neuromuscular disease", { prominence: 90 }),
  disease(20, "Spinal muscular atrophy", { parentIds: [DiseaseId(19)], prominence: 80 }),
  disease(21, "Spinal muscular atrophy of infancy", { genes: ["SMN1"], parentIds: [DiseaseId(20)], prominence: 50 }),
  disease(22, "Spinal muscular atrophy of childhood", { genes: ["SMN1"], parentIds: [DiseaseId(20)], prominence: 40 }),
  disease(23, "Spinal muscular atrophy of adults", { genes: ["SMN1"], parentIds: [DiseaseId(20)], prominence: 30 }),
  disease(24, "Sparse motor neuron ataxia", { abbreviations: ["SMN"], prominence: 10 }),
  disease(25, "Other muscular atrophy", { genes: ["SMN"], prominence: 20 }),
  disease(26, "Another muscular atrophy", { genes: ["SMN"], prominence: 30 }),
  disease(40, "Iron overload of the liver", { genes: ["HFE"], prominence: 20 }),
  disease(41, "Fibrosis of glands", { genes: ["HFE", "CFTR2"], otherGenes: ["HFE"], prominence: 100 }),
  disease(30, "Disorder of receptor three", { prominence: 30 }),
  disease(31, "Achondroplasia", { genes: ["FGFR3"], parentIds: [DiseaseId(30)], prominence: 150 }),
  disease(32, "Hypochondroplasia", { genes: ["FGFR3"], parentIds: [DiseaseId(30)], prominence: 20 }),
  disease(33, "Thanatophoric dysplasia", { genes: ["FGFR3"], parentIds: [DiseaseId(30)], prominence: 10 }),
  disease(50, "Friedreich ataxia", { genes: ["FXN"], prominence: 50 }),
  disease(51, "Pompe disease", { genes: ["GAA"], prominence: 90 }),
  disease(52, "Huntington disease", { genes: ["HTT"], description: "A disease due to a CAG repeat." }),
  disease(53, "Androgen insensitivity", { genes: ["AR"], prominence: 90 }),
  disease(54, "Kennedy disease", { genes: ["AR"], description: "A disease due to expansion of a CAG repeat." }),
  disease(55, "Gait disorder due to HTT expansions", { genes: ["HTT"] }),
  ...fillers
]

const index = new DiseaseIndex()
for (const one of diseases) index.put(one)
const found = (search: string) => index.find(search).map(({ id }) => Number(id))

describe("withoutVariants", () => {
  it("leaves out references and variants in the notation of HGVS, and nothing else", () => {
    const kept: Readonly<Record<string, string>> = {
      "FBN1 c.1633C>T": "FBN1",
      "SCN8A p.Arg1234*": "SCN8A",
      "SCN8A p.(Arg1872Trp), de novo": "SCN8A , de novo",
      "NM_000138.5:c.123A>G FBN1": "FBN1",
      "CFTR c.1521_1523delCTT p.Phe508del": "CFTR",
      "m.11778G>A MT-ND4": "MT-ND4",
      "rs113993960 CFTR": "CFTR",
      "c.-45+1G>A": "",
      "Marfan syndrome": "Marfan syndrome",
      "M. Gaucher": "M. Gaucher",
      "5p- syndrome, 22q11.2": "5p- syndrome, 22q11.2"
    }
    for (const [search, rest] of Object.entries(kept)) expect(withoutVariants(search), search).toBe(rest)
  })
})

describe("DiseaseIndex.find by the words of a genetic report", () => {
  it("finds the diseases of a gene, the best known first, whatever is said about it in English, German, French and Spanish", () => {
    for (const search of [
      "FBN1 mutation",
      "FBN1 gene",
      "FBN1-related disorder",
      "likely pathogenic variant in FBN1",
      "heterozygous FBN1 c.1633C>T p.(Arg545Cys)",
      "Mutation im FBN1-Gen",
      "FBN1-assoziierte Erkrankung",
      "Bei meiner Tochter wurde eine Variante im Gen FBN1 gefunden",
      "gène FBN1",
      "mutation du gène FBN1",
      "maladie liée à FBN1",
      "mutación en FBN1",
      "enfermedad relacionada con FBN1",
      "variante patogénica en el gen FBN1",
      "fbn1 mutation"
    ])
      expect(found(search), search).toEqual([1, 2])
    expect(found("CFTR gene")).toEqual([3])
    expect(found("cftr gene")).toEqual([3])
    expect(found("MT-ND4 variant")).toEqual([13])
  })

  it("finds the diseases of a gene whose repeats are reported, in any language", () => {
    for (const search of [
      "FXN GAA expansion",
      "FXN GAA",
      "FXN (GAA)n",
      "GAA repeat FXN",
      "FXN GAA 800/900",
      "FXN GAA-Wiederholungen",
      "répétitions GAA FXN",
      "expansión GAA en FXN",
      "ripetizioni GAA FXN",
      "FXN repetições GAA"
    ])
      expect(found(search), search).toEqual([50])
    for (const search of ["HTT CAG 42", "HTT 17/44", "HTT repeat", "htt expansion"])
      expect(found(search)[0], search).toBe(52)
    expect(found("GAA mutation")).toEqual([51])
  })

  it("finds first the disease of a gene that is known for the repeated sequence", () => {
    expect(found("AR CAG repeat")).toEqual([54, 53])
    expect(found("AR mutation")).toEqual([53, 54])
  })

  it("finds first the disease that has its name from the gene, and last one that many genes cause", () => {
    expect(found("SCN8A-related disorder")).toEqual([4, 5])
    expect(found("SCN8A")).toEqual([4, 5])
  })

  it("finds a group of many diseases of a gene that is better known than these, and no other group", () => {
    expect(found("SMN1")).toEqual([20, 21, 22, 23])
    expect(found("mutation in fgfr3")).toEqual([31, 32, 33])
  })

  it("finds last the diseases that a gene modifies only, however well known they are", () => {
    expect(found("HFE mutation")).toEqual([40, 41])
  })

  it("finds the best known disease of a gene first, also where another disease is abbreviated so", () => {
    expect(found("SMN mutation")).toEqual([26, 25])
  })

  it("finds first a mistyped name with a symbol, and after it the other diseases of the gene", () => {
    for (const search of ["PRKAG2-related cardioomyopathy", "PRKAG2-related cardiomiopati"])
      expect(found(search), search).toEqual([15, 16])
  })

  it("never finds the diseases of a similar symbol", () => {
    for (const search of [
      "KIF1A-associated disorder",
      "SCN9A mutation",
      "FBN2 gene",
      "gène CFTX9",
      "mutación en SCN8B"
    ])
      expect(found(search), search).toEqual([])
    expect(found("KCNH1-associated disorder")).toEqual([7])
  })

  it("finds a disease named beside its gene, and of the gene the others after it", () => {
    expect(found("infantile epilepsy SCN8A mutation")).toEqual([5, 4])
    expect(found("geleophysic dysplasia with FBN1 mutation")).toEqual([2, 1])
    expect(found("Marfan syndrome TGFBR2 variant")).toEqual([1, 14])
    expect(found("Marfan syndrome c.1633C>T")).toEqual([1])
  })

  it("tells a symbol from an abbreviation of another disease, and from a word", () => {
    expect(found("NF1 mutation")[0]).toBe(8)
    expect(found("FH mutation")).toEqual([11])
    expect(found("FH")[0]).toBe(10)
    expect(found("my son was told of a gene in Marfan syndrome")[0]).toBe(1)
    expect(found("WAS gene")).toEqual([12])
  })

  it("finds nothing by a variant alone", () => expect(found("NM_000138.5:c.123A>G")).toEqual([]))

  it("forgets the genes of a disease that is retired", () => {
    const other = new DiseaseIndex()
    other.put(disease(1, "Marfan syndrome", { genes: ["FBN1"] }))
    other.put({ ...disease(1, "Marfan syndrome", { genes: ["FBN1"] }), retired: true })
    expect(other.find("FBN1 gene")).toEqual([])
  })
})
