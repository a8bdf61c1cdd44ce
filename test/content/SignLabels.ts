import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import {
  type Annotations,
  readHpoAnnotations,
  readOntology,
  readOrphanetPhenotypes
} from "@rare-disease-community/signs/build/HpoFiles"
import { readBabelon } from "@rare-disease-community/signs/build/TranslationFiles"
import type { SignLabel } from "@rare-disease-community/signs/WordFiles"

const unpacked = (name: string) => gunzipSync(readFileSync(`content/${name}`)).toString("utf8")

const ontology = readOntology(unpacked("hpo/hp.v2025-05-06.json.gz"))

/** The signs of the ontology by the numbers of their ids. */
export const signs = new Map(ontology.terms.map((term) => [term.id, term]))

const presentId = (id: number): number => (signs.has(id) ? id : (ontology.aliases.get(id) ?? id))

export const idOf = (number: number) => `HP:${String(number).padStart(7, "0")}`

/** The languages that translate the names of the ontology. */
export const translated = ["de", "es", "fr", "it", "pt"] as const

/** The labels of `content/languages/LANG/signs.json`, by id: ours. */
export const ours = (language: string): Readonly<Record<string, SignLabel>> =>
  JSON.parse(readFileSync(`content/languages/${language}/signs.json`, "utf8"))

/** The names that pages show in a language: ours, else those of the translation of the ontology. */
export const shownIn = (language: string): ReadonlyMap<number, string> => {
  const labels = new Map(
    readBabelon(unpacked(`hpo/hp-${language}.babelon.tsv.gz`)).flatMap(({ term, text }) =>
      signs.has(term) ? [[term, text] as const] : []
    )
  )
  for (const [id, { label }] of Object.entries(ours(language)))
    if (label !== undefined) labels.set(Number(id.slice("HP:".length)), label)
  return labels
}

interface Disease {
  readonly codes: Readonly<Record<string, ReadonlyArray<string>>>
  readonly prominence: number
}

const annotations: Annotations = new Map()
readHpoAnnotations(unpacked("hpo/phenotype.v2025-05-06.hpoa.gz"), annotations)
readOrphanetPhenotypes(unpacked("orphanet/orphanet-phenotypes.tsv.gz"), annotations)

const diseases: ReadonlyArray<Disease> = unpacked("catalogue.ndjson.gz")
  .split("\n")
  .slice(1)
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line))

const signsOf = ({ codes }: Disease): ReadonlySet<number> =>
  new Set(
    [...(codes.omim ?? []), ...(codes.orpha ?? [])].flatMap((code) =>
      Array.from(annotations.get(code)?.present.keys() ?? [], presentId).filter((id) => signs.has(id))
    )
  )

const described = diseases
  .map((disease) => ({ disease, signs: signsOf(disease) }))
  .filter(({ signs }) => signs.size > 0)

const diseaseCounts = new Map<number, number>()
for (const { signs } of described) for (const id of signs) diseaseCounts.set(id, (diseaseCounts.get(id) ?? 0) + 1)

/** The signs that diseases have, those of most diseases first. */
export const frequentSigns = Array.from(diseaseCounts)
  .sort(([one, count], [other, otherCount]) => otherCount - count || one - other)
  .map(([id]) => id)

const starters = new Set<string>(
  JSON.parse(readFileSync("content/diseases.json", "utf8")).diseases.flatMap(
    ({ codes }: Pick<Disease, "codes">) => codes.mondo ?? []
  )
)

const prominent = new Set(
  described
    .toSorted((one, other) => other.disease.prominence - one.disease.prominence)
    .slice(0, 200)
    .map(({ disease }) => disease)
)

/** The signs on the pages of the diseases that are most looked for: the 200 most prominent, and those of the starter. */
export const signsOfPages = new Set(
  described
    .filter(({ disease }) => prominent.has(disease) || disease.codes.mondo?.some((code) => starters.has(code)))
    .flatMap(({ signs }) => Array.from(signs))
)
