import { CategoryId, DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { DiseaseIndex, type IndexedDisease } from "../src/DiseaseIndex.ts"

/** A disease with the given fields; all others are empty. */
export const disease = (id: number, name: string, given: Partial<IndexedDisease> = {}): IndexedDisease => ({
  id: DiseaseId(id),
  retired: false,
  name,
  synonyms: [],
  abbreviations: [],
  codes: [],
  retiredCodes: [],
  categoryIds: [],
  parentIds: [],
  description: null,
  genes: [],
  otherGenes: [],
  prominence: 0,
  ...given
})

/** A small catalogue with the difficulties of the real one: numbered types, eponyms, shared names, foreign scripts. */
export const catalogue: ReadonlyArray<IndexedDisease> = [
  disease(1, "Marfan syndrome", {
    synonyms: ["Marfan's disease"],
    abbreviations: ["MFS"],
    codes: ["ORPHA:558", "OMIM:154700", "MONDO:0007947", "ICD10:Q87.4", "GARD:0006975"],
    categoryIds: [CategoryId(1)],
    genes: ["FBN1"],
    prominence: 40
  }),
  disease(2, "neonatal Marfan syndrome", { codes: ["ORPHA:284979"], categoryIds: [CategoryId(1)] }),
  disease(3, "Ehlers-Danlos syndrome", { abbreviations: ["EDS"], categoryIds: [CategoryId(2)], prominence: 40 }),
  disease(4, "vascular Ehlers-Danlos syndrome", { abbreviations: ["vEDS"], categoryIds: [CategoryId(2)] }),
  disease(5, "Ménière disease", { synonyms: ["Morbus Menière"] }),
  disease(6, "Duchenne muscular dystrophy", {
    abbreviations: ["DMD"],
    description: "A muscular dystrophy of boys with progressive atrophy of skeletal muscles.",
    prominence: 40
  }),
  disease(7, "Becker muscular dystrophy", { abbreviations: ["BMD"] }),
  disease(8, "phenylketonuria", { abbreviations: ["PKU"], synonyms: ["Følling disease"] }),
  disease(9, "22q11.2 deletion syndrome", { synonyms: ["DiGeorge syndrome"], abbreviations: ["22q11DS"] }),
  disease(10, "glycogen storage disease II", { synonyms: ["glycogenosis type 2", "GSD type II"] }),
  disease(11, "glycogen storage disease III", { synonyms: ["glycogenosis type 3"] }),
  disease(12, "Charcot-Marie-Tooth disease type 1A", { abbreviations: ["CMT1A"] }),
  disease(13, "Charcot-Marie-Tooth disease type 2A", { abbreviations: ["CMT2A"] }),
  disease(14, "beta thalassemia", { synonyms: ["Cooley anemia"] }),
  disease(15, "alpha thalassemia"),
  disease(16, "hemophilia A", { prominence: 20 }),
  disease(17, "hemophilia B"),
  disease(18, "retinal tumor", { codes: ["OMIM:558"] }),
  disease(19, "retinal cavernoma", { abbreviations: ["RCC"], prominence: 3 }),
  disease(20, "renal cell carcinoma", { abbreviations: ["RCC"], prominence: 9 }),
  disease(21, "osteogenesis imperfecta", { codes: ["MONDO:0019019"] }),
  disease(22, "Болезнь Фабри"),
  disease(23, "川崎病"),
  disease(24, "factor X deficiency"),
  disease(25, "X-linked ichthyosis"),
  disease(26, "spastic paraplegia, autosomal recessive 4", { codes: ["OMIM:777"] }),
  disease(27, "spastic paraplegia", { retiredCodes: ["ORPHA:777"], prominence: 40 }),
  disease(28, "adult Refsum disease"),
  disease(29, "Refsum disease", { prominence: 40 }),
  disease(30, "Fabry disease", { prominence: 40 }),
  disease(31, "Mabry syndrome"),
  disease(32, "myasthenic syndrome", { prominence: 40 }),
  disease(33, "myasthenic syndrome caused by a toxin"),
  disease(34, "primary microcephaly", { genes: ["NUP37"] })
]

export const indexOf = (diseases: ReadonlyArray<IndexedDisease> = catalogue): DiseaseIndex => {
  const index = new DiseaseIndex()
  for (const one of diseases) index.put(one)
  return index
}

const index = indexOf()

/** The names of the diseases that a search of the small catalogue finds. */
export const names = (search: string): ReadonlyArray<string> =>
  index.find(search).map(({ id }) => index.disease(id)?.name ?? "")

export const first = (search: string): string => names(search)[0] ?? "nothing"

/** The match of the first disease. */
export const matched = (search: string): string => {
  const [hit] = index.find(search)
  return hit === undefined ? "nothing" : `${hit.matchedOn.field}: ${hit.matchedOn.text}`
}
