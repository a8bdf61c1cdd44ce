import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { frequentSigns, idOf, ours, shownIn, signs, signsOfPages, translated } from "./SignLabels.ts"

/** Words that are the same in English and in another language, as its doctors write them. */
const international = new Set(
  `Acanthosis nigricans|Agitation|Alopecia|Anemia|Anorexia|Apnea|Arthritis|Arthrogryposis multiplex congenita|Asthma|Ataxia|
Azoospermia|Chorea|Clonus|Coloboma|Coma|Constipation|Coxa valga|Coxa vara|Cutis laxa|Depression|Dextrocardia|
Diabetes mellitus|Diplopia|Edema|Epicanthus|Esotropia|Exotropia|Fasciculations|Fatigue|Glaucoma|Gliosis|Hallucinations|
Hallux valgus|Hematuria|Hepatitis|Hydrops fetalis|Hyperhidrosis|Hypospadias|Macroglossia|Macrotia|Malabsorption|Meningitis|
Microcornea|Microdontia|Microtia|Migraine|Nausea|Nystagmus|Oligodontia|Opisthotonus|Osteopenia|Osteoporosis|Palpitations|
Pancreatitis|Pneumonia|Proptosis|Proteinuria|Ptosis|Purpura|Sepsis|Situs inversus totalis|Spina bifida|
Spina bifida occulta|Status epilepticus|Syncope|Tremor|Urticaria`
    .replaceAll("\n", "")
    .split("|")
)

const englishOf = (id: number) => signs.get(id)?.label ?? ""

const areSiblings = (one: number, other: number) =>
  one !== other && signs.get(one)?.parents.some((parent) => signs.get(other)?.parents.includes(parent)) === true

/** Words of English sentences, which other languages lack. */
const isEnglish = (label: string) =>
  /\b(?:abnormality|and|decreased|elevated|increased|of|reduced|the|with)\b/i.test(label)

describe("The names of signs that pages show", () => {
  for (const language of ["en", ...translated]) {
    it(`signs.json of ${language} has only present signs, in order, and no plain words that say the label again`, () => {
      const labels = ours(language)
      const ids = Object.keys(labels)
      expect(ids.filter((id) => !signs.has(Number(id.slice("HP:".length))))).toEqual([])
      expect(ids).toEqual(ids.toSorted())
      const repeated = ({ label, plain }: { label?: string | undefined; plain?: string | undefined }) =>
        label !== undefined && label.toLowerCase() === plain?.toLowerCase()
      expect(ids.filter((id) => repeated(labels[id] ?? {}))).toEqual([])
    })

    it(`NOTICE of ${language} names where its names come from`, () => {
      const notice = readFileSync(`content/languages/${language}/NOTICE`, "utf8")
      expect(notice).toContain("ours: signs.json")
      const [, file = ""] = /^(hp\S+\.gz): every other name/m.exec(notice) ?? []
      expect(existsSync(`content/hpo/${file}`), file).toBe(true)
    })
  }

  for (const language of translated) {
    const shown = shownIn(language)
    const named = (ids: Iterable<number>) => Array.from(ids, (id) => `${idOf(id)} ${englishOf(id)}: ${shown.get(id)}`)

    it(`are in ${language} on the pages of the diseases that are most looked for`, () => {
      expect(signsOfPages.size).toBeGreaterThan(3_000)
      const left = Array.from(signsOfPages).filter((id) => !shown.has(id) || isEnglish(shown.get(id) ?? ""))
      expect(named(left)).toEqual([])
    })

    it(`are other words in ${language} than in English, but for international ones`, () => {
      const same = frequentSigns
        .slice(0, 800)
        .filter((id) => shown.get(id)?.toLowerCase() === englishOf(id).toLowerCase())
        .filter((id) => !international.has(englishOf(id)))
      expect(named(same)).toEqual([])
    })

    it(`tell signs of one kind apart in ${language}`, () => {
      const byName = new Map<string, Array<number>>()
      for (const id of new Set([...signsOfPages, ...frequentSigns.slice(0, 800)])) {
        const name = shown.get(id)?.toLowerCase() ?? ""
        byName.set(name, [...(byName.get(name) ?? []), id])
      }
      const alike = Array.from(byName.values()).filter((ids) =>
        ids.some((one) => ids.some((other) => areSiblings(one, other)))
      )
      expect(alike.map(named)).toEqual([])
    })
  }
})

describe("The names of signs that are ours", () => {
  it("call nothing about a German child abnormal, nor do those of the ontology", () => {
    const hurting = Array.from(shownIn("de")).filter(([, label]) => /abnorm|anormal/i.test(label))
    expect(hurting.map(([id, label]) => `${idOf(id)} ${label}`)).toEqual([])
  })

  it("begin with a large letter where they are ours", () => {
    for (const language of ["en", ...translated]) {
      const small = Object.entries(ours(language)).filter(([, { label }]) => /^\p{Ll}(?=\p{Ll})/u.test(label ?? ""))
      expect(small, language).toEqual([])
    }
  })

  it("are European in Portuguese where they are ours", () => {
    const brazilian =
      /crônic|congênit|infecç|tônico|\btônus|frênulo|panturrilha|câncer|hormônio|esôfago|\bfêmur|\bpênis/i
    expect(
      Object.entries(ours("pt")).filter(([, { label = "", plain = "" }]) => brazilian.test(label + plain))
    ).toEqual([])
  })
})
