import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { DiseasesRepo, type DiseaseToSave } from "../../src/repositories/DiseasesRepo.ts"

const disease = (name: string, given: Partial<DiseaseToSave> = {}): DiseaseToSave => ({
  key: name,
  name,
  synonyms: [],
  abbreviations: [],
  codes: {},
  categories: [],
  description: "",
  sources: [],
  ...given
})

const diseases = [
  disease("Marfan syndrome", {
    synonyms: ["MFS", "Marfan's disease"],
    codes: { orpha: ["ORPHA:558"], omim: ["OMIM:154700"], mondo: ["MONDO:0007947"], icd10: ["ICD10:Q87.4"] },
    categories: ["Bones"]
  }),
  disease("Neonatal Marfan syndrome", { codes: { orpha: ["ORPHA:284979"] }, categories: ["Bones"] }),
  disease("Congenital contractural arachnodactyly", {
    synonyms: ["Beals syndrome", "Marfan-like contractures"],
    abbreviations: ["CCA"],
    codes: { orpha: ["ORPHA:115"] }
  }),
  disease("Ehlers-Danlos syndrome", {
    abbreviations: ["EDS"],
    codes: { orpha: ["ORPHA:98249"] },
    categories: ["Skin"]
  }),
  disease("Vascular Ehlers-Danlos syndrome", { abbreviations: ["vEDS"], categories: ["Skin"] }),
  disease("Ménière disease", { synonyms: ["Morbus Menière"] }),
  disease("Duchenne muscular dystrophy", { abbreviations: ["DMD"] }),
  disease("Becker muscular dystrophy", { abbreviations: ["BMD"] }),
  disease("Phenylketonuria", { abbreviations: ["PKU"], synonyms: ["Følling disease"] }),
  disease("22q11.2 deletion syndrome", { synonyms: ["DiGeorge syndrome"], abbreviations: ["22q11DS"] }),
  disease("Sickle cell disease", { synonyms: ["100% sickling_type"] }),
  disease("Болезнь Фабри"),
  disease("川崎病")
]

const all = { offset: 0, limit: 100 }

const found = (search: string) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const { items, total } = yield* repo.page({ search }, all)
    strictEqual(total, items.length)
    return items
  })

const names = (search: string) => Effect.map(found(search), (items) => items.map(({ name }) => name))
const first = (search: string) => Effect.map(names(search), ([name = "nothing"]) => name)
const matched = (search: string) =>
  Effect.map(found(search), ([item]) =>
    Option.match(item?.matchedOn ?? Option.none(), {
      onNone: () => "nothing",
      onSome: ({ field, text }) => `${field}: ${text}`
    })
  )

/** What every adapter of `DiseasesRepo` promises of its search. */
export const diseaseSearchContract = <E>(adapter: string, storage: Layer.Layer<DiseasesRepo, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: DiseasesRepo, search`, (it) => {
    /** Each test may be the first or the only one. */
    const test = (title: string, effect: Effect.Effect<void, unknown, DiseasesRepo>) =>
      it.effect(title, () =>
        Effect.zipRight(
          Effect.flatMap(DiseasesRepo, (repo) => repo.save(diseases)),
          effect
        )
      )

    const firstIs = (expected: ReadonlyArray<readonly [search: string, name: string]>) =>
      Effect.gen(function* () {
        for (const [search, name] of expected) strictEqual(yield* first(search), name, search)
      })

    test(
      "puts a whole name first, without regard to case, accents and spaces around or between words",
      firstIs([
        ["marfan syndrome", "Marfan syndrome"],
        ["  MARFAN   Syndrome ", "Marfan syndrome"],
        ["meniere disease", "Ménière disease"],
        ["MÉNIÈRE DISEASE", "Ménière disease"],
        ["ehlers-danlos syndrome", "Ehlers-Danlos syndrome"],
        ["eds", "Ehlers-Danlos syndrome"],
        ["болезнь фабри", "Болезнь Фабри"],
        ["川崎病", "川崎病"]
      ])
    )

    test(
      "finds a code however it is written, and an identifier alone, only where it is whole",
      Effect.gen(function* () {
        const expected = [
          ["ORPHA:558", "code: ORPHA:558"],
          ["orpha558", "code: ORPHA:558"],
          ["Orphanet 558", "code: ORPHA:558"],
          ["558", "code: ORPHA:558"],
          ["0558", "code: ORPHA:558"],
          ["omim 154700", "code: OMIM:154700"],
          ["154700", "code: OMIM:154700"],
          ["MONDO:0007947", "code: MONDO:0007947"],
          ["0007947", "code: MONDO:0007947"],
          ["ICD-10 Q87.4", "code: ICD10:Q87.4"],
          ["q87.4", "code: ICD10:Q87.4"]
        ] as const
        for (const [search, text] of expected) strictEqual(yield* matched(search), text, search)
        deepStrictEqual(yield* names("ORPHA:558"), ["Marfan syndrome"])
        deepStrictEqual(yield* names("ORPHA:55"), [])
        deepStrictEqual(yield* names("54700"), [])
      })
    )

    test(
      "puts a name that begins with the search before one that holds it, and a name before a synonym",
      Effect.gen(function* () {
        deepStrictEqual((yield* names("marfan")).slice(0, 3), [
          "Marfan syndrome",
          "Congenital contractural arachnodactyly",
          "Neonatal Marfan syndrome"
        ])
        deepStrictEqual((yield* names("ehlers")).slice(0, 2), [
          "Ehlers-Danlos syndrome",
          "Vascular Ehlers-Danlos syndrome"
        ])
      })
    )

    test(
      "finds words in any order, and the beginnings of words, all of them in one name",
      Effect.gen(function* () {
        strictEqual(yield* first("dystrophy becker"), "Becker muscular dystrophy")
        deepStrictEqual(yield* names("dys mus duch"), ["Duchenne muscular dystrophy"])
        deepStrictEqual(yield* names("danlos vascular"), ["Vascular Ehlers-Danlos syndrome"])
        deepStrictEqual((yield* names("danlos")).toSorted(), [
          "Ehlers-Danlos syndrome",
          "Vascular Ehlers-Danlos syndrome"
        ])
        deepStrictEqual(yield* names("like contractures"), ["Congenital contractural arachnodactyly"])
        deepStrictEqual(yield* names("фабри"), ["Болезнь Фабри"])
        strictEqual((yield* names("syndrome marfan"))[0], "Marfan syndrome")
        deepStrictEqual(yield* names("dmd du mus"), [])
      })
    )

    test(
      "takes the middle of a word for no word",
      Effect.gen(function* () {
        deepStrictEqual(yield* names("arfa"), [])
        deepStrictEqual(yield* names("езн"), [])
      })
    )

    test(
      "finds a name in spite of one typing error: a letter wrong, missing, too many, or two exchanged",
      Effect.gen(function* () {
        for (const typed of ["marfin", "marfa syndrome", "mrfan", "marrfan", "amrfan", "marfna", "maafan", "marafn"]) {
          strictEqual((yield* names(typed)).includes("Marfan syndrome"), true, typed)
        }
        deepStrictEqual(yield* names("pehnylketonuria"), ["Phenylketonuria"])
        deepStrictEqual(yield* names("phenylketonurai"), ["Phenylketonuria"])
        deepStrictEqual(yield* names("phenylkteonuria"), ["Phenylketonuria"])
        deepStrictEqual(yield* names("beal"), ["Congenital contractural arachnodactyly"])
        strictEqual(yield* first("vesd"), "Vascular Ehlers-Danlos syndrome")
      })
    )

    test(
      "finds a like spelling",
      firstIs([
        ["duchene muskular dystrophie", "Duchenne muscular dystrophy"],
        ["fenylketonurie", "Phenylketonuria"]
      ])
    )

    test(
      "tells what matched best",
      Effect.gen(function* () {
        deepStrictEqual(
          yield* Effect.forEach(
            ["marfan syndrome", "mfs", "beals", "cca", "dmd", "folling", "menière", "digeorge syndrom"],
            matched
          ),
          [
            "name: Marfan syndrome",
            "synonym: MFS",
            "synonym: Beals syndrome",
            "abbreviation: CCA",
            "abbreviation: DMD",
            "synonym: Følling disease",
            "name: Ménière disease",
            "synonym: DiGeorge syndrome"
          ]
        )
        strictEqual(yield* matched("følling"), "synonym: Følling disease")
      })
    )

    test(
      "tells each disease once, with everything of a list",
      Effect.gen(function* () {
        const items = yield* found("marfan")
        strictEqual(new Set(items.map(({ id }) => id)).size, items.length)
        const [item] = items
        deepStrictEqual(item?.synonyms, ["MFS", "Marfan's disease"])
        deepStrictEqual(item?.codes.orpha, ["ORPHA:558"])
        deepStrictEqual(
          item?.categories.map(({ name }) => name),
          ["Bones"]
        )
        strictEqual(item?.postCount, 0)
      })
    )

    test(
      "takes wildcards, quotes and pattern characters of a search as they are",
      Effect.gen(function* () {
        for (const typed of [
          "%",
          "_",
          "p%a",
          "p_a%",
          "\\",
          ".*",
          "(((",
          "[a-z",
          "'; drop table diseases; --",
          '"',
          "$9"
        ]) {
          deepStrictEqual(yield* names(typed), [], typed)
        }
        strictEqual(yield* first("100% s"), "Sickle cell disease")
        strictEqual(yield* first("100% sickling_type"), "Sickle cell disease")
        strictEqual(yield* first("22q11.2"), "22q11.2 deletion syndrome")
      })
    )

    test(
      "finds nothing for a search that folds to nothing, for what is nobody's, and for a very long one",
      Effect.gen(function* () {
        deepStrictEqual(yield* names(""), [])
        deepStrictEqual(yield* names(" \t "), [])
        deepStrictEqual(yield* names("xyzzyqwk"), [])
        deepStrictEqual(yield* names("x".repeat(5_000)), [])
        deepStrictEqual(yield* names("zq ".repeat(300)), [])
      })
    )

    test(
      "pages what it found, and counts past the end",
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const items = yield* found("syndrome")
        strictEqual(items.length > 4, true)
        const page = (offset: number, limit: number) => repo.page({ search: "syndrome" }, { offset, limit })
        deepStrictEqual(yield* page(0, 2), { items: items.slice(0, 2), total: items.length })
        deepStrictEqual(yield* page(2, 2), { items: items.slice(2, 4), total: items.length })
        deepStrictEqual(yield* page(100, 2), { items: [], total: items.length })
      })
    )

    test(
      "searches in one category",
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = (yield* repo.categories).find(({ name }) => name === "Skin")?.id
        const page = (search: string) =>
          Effect.map(repo.page({ search, category }, all), ({ items, total }) => ({
            names: items.map(({ name }) => name),
            total
          }))
        deepStrictEqual((yield* page("syndrome")).total, 2)
        deepStrictEqual(yield* page("ORPHA:98249"), { names: ["Ehlers-Danlos syndrome"], total: 1 })
        deepStrictEqual(yield* page("ORPHA:558"), { names: [], total: 0 })
        deepStrictEqual(yield* page("marfan"), { names: [], total: 0 })
      })
    )
  })
