import { readFileSync } from "node:fs"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import type { Glossary } from "../src/build/BuildMeanings.ts"
import { buildPhenotypes, type LayWords, type WordFiles } from "../src/build/BuildPhenotypes.ts"
import { joinCatalogue } from "../src/build/JoinCatalogue.ts"
import { idOf, numberOf, type PhenotypeData, type Term, termOf } from "../src/PhenotypeData.ts"
import { PhenotypeNames } from "../src/PhenotypeNames.ts"
import { SignReader } from "../src/SignReader.ts"

/** Runs steps to their end at once. */
export const atOnce = <A>(steps: Generator<void, A>): A => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

const iri = (id: string) => `http://purl.obolibrary.org/obo/${id.replace(":", "_")}`

interface TermOfFile {
  readonly id: string
  readonly name: string
  readonly parent?: string
  readonly synonyms?: ReadonlyArray<readonly [text: string, type?: string]>
  readonly alternative?: string
}

const terms: ReadonlyArray<TermOfFile> = [
  { id: "HP:0000001", name: "All" },
  { id: "HP:0000118", name: "Phenotypic abnormality", parent: "HP:0000001" },
  { id: "HP:0000005", name: "Mode of inheritance", parent: "HP:0000001" },
  { id: "HP:0000707", name: "Abnormality of the nervous system", parent: "HP:0000118" },
  {
    id: "HP:0001250",
    name: "Seizure",
    parent: "HP:0000707",
    synonyms: [["Epileptic seizure"], ["Fits", "layperson"]],
    alternative: "HP:0002279"
  },
  { id: "HP:0002197", name: "Generalized-onset seizure", parent: "HP:0001250" },
  { id: "HP:0002066", name: "Gait ataxia", parent: "HP:0000707", synonyms: [["Unsteady walk", "layperson"]] },
  { id: "HP:0000152", name: "Abnormality of head or neck", parent: "HP:0000118" },
  { id: "HP:0000252", name: "Microcephaly", parent: "HP:0000152", synonyms: [["Small head", "layperson"]] },
  { id: "HP:0000256", name: "Macrocephaly", parent: "HP:0000152", synonyms: [["Large head", "layperson"]] },
  { id: "HP:0001166", name: "Arachnodactyly", parent: "HP:0000118", synonyms: [["Long slender fingers", "layperson"]] },
  { id: "HP:0001083", name: "Ectopia lentis", parent: "HP:0000152" }
]

/** A small ontology in the form of hp.json. */
export const ontology = JSON.stringify({
  graphs: [
    {
      meta: { version: "http://purl.obolibrary.org/obo/hp/releases/2025-05-06/hp.json" },
      nodes: [
        ...terms.map(({ alternative, id, name, synonyms = [] }) => ({
          id: iri(id),
          lbl: name,
          meta: {
            synonyms: synonyms.map(([val, type]) => ({
              pred: "hasExactSynonym",
              val,
              ...(type === undefined ? {} : { synonymType: `http://purl.obolibrary.org/obo/hp#${type}` })
            })),
            basicPropertyValues:
              alternative === undefined ? [] : [{ pred: "oboInOwl#hasAlternativeId", val: alternative }]
          }
        })),
        {
          id: iri("HP:0009999"),
          lbl: "obsolete Fits",
          meta: { deprecated: true, basicPropertyValues: [{ pred: "obo/IAO_0100001", val: "HP:0001250" }] }
        },
        {
          id: iri("HP:0009885"),
          lbl: "obsolete Fits before birth",
          meta: {
            deprecated: true,
            basicPropertyValues: ["HP:0001250", "HP:0001166"].map((val) => ({ pred: "oboInOwl#consider", val }))
          }
        },
        { id: "http://purl.obolibrary.org/obo/UBERON_1", lbl: "head" }
      ],
      edges: terms.flatMap(({ id, parent }) =>
        parent === undefined ? [] : [{ sub: iri(id), pred: "is_a", obj: iri(parent) }]
      )
    }
  ]
})

const row = (code: string, hpo: string, frequency = "", qualifier = "", reference = "PMID:1", aspect = "P") =>
  [code, "name", qualifier, hpo, reference, "PCS", "", frequency, "", "", aspect, "HPO"].join("\t")

/** Annotations in the form of phenotype.hpoa. */
export const annotations = [
  "#description",
  "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect\tbiocuration",
  row("OMIM:1", "HP:0001166", "3/4"),
  row("OMIM:1", "HP:0001166", "1/4", "", "PMID:2"),
  row("OMIM:1", "HP:0001083", "HP:0040282"),
  row("OMIM:1", "HP:0000252", "0/7"),
  row("OMIM:1", "HP:0000005", "", "", "PMID:1", "I"),
  row("OMIM:2", "HP:0002197", "90%"),
  row("OMIM:2", "HP:0000252"),
  row("OMIM:2", "HP:0001083", "", "NOT"),
  row("OMIM:3", "HP:0002066", "1/2"),
  row("OMIM:3", "HP:0009999"),
  row("DECIPHER:4", "HP:0000256")
].join("\n")

export const orphanet = "orpha\thpo_id\tfrequency\n30\tHP:0002066\tvery_frequent\n30\tHP:0000256\texcluded"

const german = [
  "source_value\tsubject_id\ttranslation_value\tpredicate_id\ttranslation_status\ttranslator",
  "Seizure\tHP:0001250\tKrampfanfall\trdfs:label\tOFFICIAL\tsomebody",
  "Gait ataxia\tHP:0002066\tGangataxie\trdfs:label\tCANDIDATE\tDeepL",
  "Microcephaly\tHP:0000252\tMikrozephalie\trdfs:label\tNOT_TRANSLATED\t"
].join("\n")

const japanese = [
  "subject_id\tpredicate_id\tsource_value\ttranslation_value\ttranslation_status",
  "HP:0001250\trdfs:label\tSeizure\tてんかん発作\tCANDIDATE",
  "HP:0000252\trdfs:label\tMicrocephaly\t小頭症\tCANDIDATE"
].join("\n")

export const files = [
  { name: "hp.v2025-05-06.json", text: ontology },
  { name: "phenotype.v2025-05-06.hpoa", text: annotations },
  { name: "orphanet-phenotypes.tsv", text: orphanet },
  { name: "hp-de.babelon.tsv", text: german },
  { name: "hp-ja.babelon.tsv", text: japanese }
]

const grammar = JSON.parse(readFileSync("content/glossary/grammar.json", "utf8"))

/** The words of the tests, with the grammars that ship. */
export const wordFiles = (lay: LayWords, glossaries: Readonly<Record<string, Partial<Glossary>>> = {}): WordFiles => ({
  lay,
  grammars: grammar.languages,
  unspacedDenials: grammar.unspaced,
  glossaries: Object.fromEntries(
    Object.entries(glossaries).map(([language, glossary]) => [language, { words: {}, common: [], ...glossary }])
  )
})

const built = buildPhenotypes(files, wordFiles({ "HP:0002066": { en: ["walks like a drunk"] } }), "1.3.42")
if (built === undefined) throw new Error("the small files make no phenotypes")
export const data: PhenotypeData = built

export const term = (id: string): Term => {
  const found = termOf(data, numberOf(id))
  if (found === undefined) throw new Error(`no phenotype has the id ${id}`)
  return found
}
export const id = (place: Term): string => idOf(data, place)

export const names = new PhenotypeNames(data)

/** Three diseases by their codes; the third has two entries, and the first is a kind of the fourth, which has none. */
export const catalogue = [
  { id: DiseaseId(11), codes: ["OMIM:1"], parentIds: [14] },
  { id: DiseaseId(12), codes: ["OMIM:2"], parentIds: [] },
  { id: DiseaseId(13), codes: ["MONDO:9", "OMIM:3", "ORPHA:30"], parentIds: [] },
  { id: DiseaseId(14), codes: ["OMIM:99"], parentIds: [] }
]

export const profiles = atOnce(joinCatalogue(data, catalogue))

/** Reads texts with some phenotypes, or for some alone: what is sure, what is asked about, and what is not known. */
export const readerOf = (data: PhenotypeData, ids?: ReadonlySet<string>) => {
  const reader = new SignReader(data, new PhenotypeNames(data))
  const only = ids === undefined ? undefined : reader.namesOf(ids)
  return (text: string, lang = "en") => {
    const { recognised, unknown, unsure } = atOnce(reader.read(text, [lang], only))
    return {
      recognised: recognised.map(({ negated, term }) => (negated ? `not ${idOf(data, term)}` : idOf(data, term))),
      unsure: unsure.map(
        ({ term, text, whose }) => `${whose === undefined ? "" : `${whose}, `}${text}: ${idOf(data, term)}`
      ),
      unknown
    }
  }
}

/** A reader of the phenotypes here with wordings of our own, and glossaries. */
export const readWith = (lay: LayWords, glossaries: Parameters<typeof wordFiles>[1] = {}) => {
  const built = buildPhenotypes(files, wordFiles(lay, glossaries), "1.3.42")
  if (built === undefined) throw new Error("the files make no phenotypes")
  return readerOf(built)
}

/** Wordings of "seizure", "ataxia" and "hearing loss" in the languages that texts are read in. */
export const wordings = {
  "HP:0001250": {
    de: ["Krampfanfälle", "Anfall"],
    fr: ["convulsions"],
    es: ["convulsiones"],
    it: ["convulsioni"],
    pt: ["convulsões"]
  },
  "HP:0002066": {
    en: ["ataxia"],
    de: ["Ataxie"],
    fr: ["ataxie"],
    es: ["ataxia"],
    it: ["atassia"],
    pt: ["ataxia"]
  },
  "HP:0001083": {
    en: ["hearing loss"],
    de: ["Hörverlust"],
    fr: ["surdité"],
    es: ["sordera"],
    it: ["sordità"],
    pt: ["surdez"]
  }
}
