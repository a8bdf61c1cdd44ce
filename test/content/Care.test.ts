import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { CareContacts, networksFor } from "../../src/domain/diseases/Care.ts"
import { StarterDiseases } from "../../src/ports/ContentFiles.ts"

const bytesOf = (file: string) => readFileSync(new URL(`../../content/${file}`, import.meta.url))

const contacts = Schema.decodeSync(Schema.parseJson(CareContacts))(bytesOf("care.json").toString())
const starter = Schema.decodeSync(Schema.parseJson(StarterDiseases))(bytesOf("diseases.json").toString())

const Entry = Schema.Struct({
  key: Schema.String,
  name: Schema.String,
  codes: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }),
  categories: Schema.Array(Schema.String),
  parents: Schema.Array(Schema.String),
  onset: Schema.Array(Schema.String),
  prominence: Schema.Number
})
type Entry = typeof Entry.Type

const [, ...rows] = gunzipSync(bytesOf("catalogue.ndjson.gz")).toString().trim().split("\n")
const catalogue = Schema.decodeSync(Schema.Array(Schema.parseJson(Entry)))(rows)
const byKey = new Map(catalogue.map((entry) => [entry.key, entry]))

const codesOf = ({ codes, parents }: Entry): ReadonlyArray<string> => [
  ...Object.values(codes).flat(),
  ...parents.flatMap((key) => {
    const above = byKey.get(key)
    return above === undefined ? [] : codesOf(above)
  })
]

const networksOf = (entry: Entry) =>
  networksFor(contacts, {
    codes: new Set(codesOf(entry)),
    categories: new Set(entry.categories),
    onset: entry.onset
  }).map(({ name }) => name)

const inStarter = (name: string) =>
  starter.diseases
    .filter((disease) => disease.name === name)
    .map((disease) => networksOf({ ...disease, codes: { ...disease.codes }, parents: [], onset: [], prominence: 0 }))

const inCatalogue = (name: string) => catalogue.filter((entry) => entry.name === name).map(networksOf)

const prominent = catalogue.toSorted((one, other) => other.prominence - one.prominence).slice(0, 200)

/** Those of the most prominent diseases that a network is named for, although they are not its. */
const wrongFor = (network: string, isWrong: (entry: Entry, codes: ReadonlyArray<string>) => boolean) =>
  prominent
    .filter((entry) => networksOf(entry).includes(network) && isWrong(entry, codesOf(entry)))
    .map(({ name }) => name)

const beginsOnly =
  (...ages: ReadonlyArray<string>) =>
  ({ onset }: Entry) =>
    onset.length > 0 && onset.every((age) => ages.includes(age))

describe("The networks in content/care.json", () => {
  it.each([
    ["Duchenne muscular dystrophy", ["ERN EURO-NMD"]],
    ["Proximal spinal muscular atrophy", ["ERN EURO-NMD"]],
    ["Myasthenia gravis", ["ERN EURO-NMD"]],
    ["Dravet syndrome", ["ERN EpiCARE", "ERN-RND"]],
    ["Tuberous sclerosis", ["ERN EpiCARE", "ERN ITHACA"]],
    ["Retinoblastoma", ["ERN-EYE", "ERN PaedCan"]],
    ["Rett syndrome", ["ERN ITHACA", "ERN-RND"]],
    ["Huntington disease", ["ERN-RND"]]
  ])("are for %s, with the starter catalogue too: %s", (disease, networks) => {
    expect(inStarter(disease)).toEqual([networks])
    expect(inCatalogue(disease)).toEqual([expect.arrayContaining(networks)])
  })

  it.each([
    ["Marfan syndrome", "VASCERN"],
    ["Ehlers-Danlos syndrome, vascular type", "VASCERN"],
    ["Hereditary hemorrhagic telangiectasia", "VASCERN"],
    ["Neurofibromatosis type 1", "ERN GENTURIS"],
    ["Biliary atresia", "ERN RARE-LIVER"]
  ])("name first for %s, with the starter catalogue too: %s", (disease, network) => {
    expect(inStarter(disease).map(([first]) => first)).toEqual([network])
  })

  it.each([
    ["Wilms tumor", ["ERN PaedCan"]],
    ["Hepatoblastoma", ["ERN PaedCan"]],
    ["Acute myeloid leukemia", ["ERN EuroBloodNet", "ERN PaedCan"]],
    ["Spinal muscular atrophy", ["ERN EURO-NMD"]],
    ["Inclusion body myositis", ["ERN EURO-NMD"]],
    ["Hereditary spastic paraplegia", ["ERN EURO-NMD", "ERN-RND"]],
    ["Juvenile idiopathic arthritis", ["ERN RITA", "ERN ReCONNET"]]
  ])("are for %s: %s", (disease, networks) => {
    expect(inCatalogue(disease)).toEqual([networks])
  })

  it("lead nobody with one of the 200 most prominent diseases to a network of other ages", () => {
    const ofChildren = beginsOnly("Antenatal", "Neonatal", "Infancy", "Childhood", "Adolescent")
    expect(wrongFor("ERN EURACAN", ofChildren)).toEqual([])
    expect(wrongFor("ERN PaedCan", beginsOnly("Adult", "Elderly"))).toEqual([])
  })

  it("lead nobody with one of the 200 most prominent diseases to a network of solid cancers for blood", () => {
    expect(wrongFor("ERN EURACAN", (_, codes) => codes.includes("MONDO:0002334"))).toEqual([])
  })

  it("lead nobody with one of the 200 most prominent diseases of muscles and motor nerves to that of brains", () => {
    const ofMuscles = ["MONDO:0700223", "MONDO:0020124", "MONDO:0020128"]
    expect(wrongFor("ERN-RND", (_, codes) => ofMuscles.some((code) => codes.includes(code)))).toEqual([])
  })

  it("name ERN-Skin first for ectodermal dysplasias, also where Orphanet files them under malformations", () => {
    const codes = new Set(["ORPHA:464", "ORPHA:79373"])
    const categories = new Set(["Rare developmental defect during embryogenesis"])
    const [first] = networksFor(contacts, { codes, categories, onset: [] })
    expect(first?.name).toBe("ERN-Skin")
  })
})
