import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { saidByEntry, untruthIn } from "../../../../packages/signs/test/SourceFiles.ts"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, eachOf, listAt } from "../../../support/Wire.ts"

const read = (path: string) => send("GET", path)

const [arachnodactyly, lens, seizure] = ["HP:0001166", "HP:0001083", "HP:0001250"]

layer(community(Memory.layer), { excludeTestServices: true })("Phenotypes", (it) => {
  it.effect("are found by official names, everyday words, typing errors, other languages, and ids", () =>
    Effect.gen(function* () {
      for (const search of ["seizure", "fits", "seizurs", "Krampfanfall", "convulsiones", "hp:0001250", "HP:0002279"])
        strictEqual(eachOf(yield* read(`/api/phenotypes?search=${search}&limit=3`)).includes(seizure), true, search)
    })
  )

  it.effect("say by which name they were found, in which language, and how well that is translated", () =>
    Effect.gen(function* () {
      const { body } = yield* read("/api/phenotypes?search=Krampfanfall")
      deepStrictEqual(at(body, "data", 0, "matchedOn"), {
        field: "name",
        text: "Krampfanfall",
        lang: "de",
        status: "machine"
      })
      assertTrue(String(at(body, "source")).includes("Human Phenotype Ontology (version 2025-05-06)"))
    })
  )

  it.effect("are read in full under their id and under an alternative one", () =>
    Effect.gen(function* () {
      const { body } = yield* read("/api/phenotypes/hp:0002279")
      strictEqual(at(body, "id"), seizure)
      deepStrictEqual(
        listAt(body, "parents").map((parent) => at(parent, "id")),
        ["HP:0012638"]
      )
      for (const id of ["HP:9999999", "HP:1", "seizure"])
        strictEqual((yield* read(`/api/phenotypes/${id}`)).status, 404, id)
    })
  )
})

const stated = (sign: unknown) => ({
  id: String(at(sign, "id")),
  frequency: at(sign, "frequency") as string | null,
  frequencyClass: at(sign, "frequencyClass") as string | null,
  source: String(at(sign, "source")),
  observed: at(sign, "observed") as { readonly count: number; readonly of: number } | null,
  observedSource: at(sign, "observedSource") as string | null
})

layer(community(Memory.layer), { excludeTestServices: true })("The signs of diseases", (it) => {
  it.effect("are stated as the source files state them, of every disease of the starter catalogue", () =>
    Effect.gen(function* () {
      const said = saidByEntry()
      const { body } = yield* read("/api/diseases?limit=100")
      const more = yield* read("/api/diseases?limit=100&page=2")
      const untruths: Array<string> = []
      let statements = 0
      for (const { id } of [...listAt(body, "data"), ...listAt(more.body, "data")] as ReadonlyArray<{ id: number }>) {
        const { body: disease } = yield* read(`/api/diseases/${id}`)
        const codes = Object.values(at(disease, "codes") as Record<string, ReadonlyArray<string>>).flat()
        const signs = listAt(disease, "phenotypes").map(stated)
        statements += signs.length
        untruths.push(...signs.flatMap((sign) => untruthIn(said, codes, sign) ?? []))
      }
      deepStrictEqual(untruths, [])
      assertTrue(statements > 3_000, `${statements} statements`)
    })
  )

  it.effect("have Orphanet's class where HPO counts one of one patient, in the detail and in a search", () =>
    Effect.gen(function* () {
      const rett = {
        id: seizure,
        frequency: "frequent (30-79 %)",
        frequencyClass: "frequent",
        source: "ORPHA:778",
        observed: { count: 1, of: 1 },
        observedSource: "OMIM:312750"
      }
      const { body } = yield* read("/api/diseases/ORPHA:778")
      deepStrictEqual(
        listAt(body, "phenotypes")
          .map(stated)
          .find(({ id }) => id === seizure),
        rett
      )
      const found = yield* read(`/api/diseases?phenotypes=${seizure},HP:0012171&limit=50`)
      const hit = listAt(found.body, "data").find((one) => at(one, "name") === "Rett syndrome")
      deepStrictEqual(stated(at(hit, "matched", 0)), rett)
    })
  )
})

layer(community(Memory.layer), { excludeTestServices: true })("Diseases by signs", (it) => {
  it.effect("are not ranked by a sign of which the words are there in part only: it is a question", () =>
    Effect.gen(function* () {
      const asked = [
        ["Blasen", "Abnormal blistering of the skin"],
        ["main", "Abnormality of the hand"]
      ] as const
      for (const [symptoms, name] of asked) {
        const { body, status } = yield* read(`/api/diseases?symptoms=${encodeURIComponent(symptoms)}`)
        strictEqual(status, 200)
        deepStrictEqual([listAt(body, "data"), listAt(body, "recognised")], [[], []])
        const [question] = listAt(body, "unsure")
        deepStrictEqual([Object.keys(Object(question)), at(question, "name")], [["text", "id", "name"], name])
        const added = yield* read(
          `/api/diseases?symptoms=${encodeURIComponent(symptoms)}&phenotypes=${String(at(question, "id"))}`
        )
        deepStrictEqual(listAt(added.body, "unsure"), [])
        assertTrue(listAt(added.body, "data").length > 0)
      }
    })
  )

  it.effect("are ranked by phenotypes, each with what matched, by which annotation, and the source", () =>
    Effect.gen(function* () {
      const found = yield* read(`/api/diseases?phenotypes=${arachnodactyly},${lens}&limit=3`)
      const { body } = found
      const names = eachOf(found, "name")
      deepStrictEqual(names.slice(0, 2).sort(), ["Classic homocystinuria", "Marfan syndrome"])
      const marfan = at(body, "data", names.indexOf("Marfan syndrome"))
      deepStrictEqual(
        listAt(marfan, "matched").map((match) => at(match, "by")),
        [arachnodactyly, lens]
      )
      assertTrue(String(at(marfan, "source")).includes("OMIM:154700"))
      const scores = listAt(body, "data").map((hit) => Number(at(hit, "score")))
      deepStrictEqual(
        scores,
        scores.toSorted((one, other) => other - one)
      )
      assertTrue(scores.every((score) => score >= 0 && score <= 1))
      assertTrue(String(at(body, "notice")).startsWith("This is not a diagnosis"))
      assertTrue(/first call the emergency number \(112/.test(String(at(body, "notice"))))
      strictEqual(at(body, "versions", "hpo"), "2025-05-06")
    })
  )

  it.effect("name as a match only what is the sign, above it, or close to it: no opposite", () =>
    Effect.gen(function* () {
      const [hypoglycemia, tongue, tall] = ["HP:0001943", "HP:0000158", "HP:0000098"]
      const { body } = yield* read(`/api/diseases?phenotypes=${hypoglycemia},${tongue},${tall}&limit=100`)
      const matches = listAt(body, "data").flatMap((disease) => {
        const matched = listAt(disease, "matched")
        return matched.some((match) => at(match, "by") === at(match, "id")) ? matched : []
      })
      const names = new Set(matches.map((match) => `${at(match, "name")}: ${at(match, "byName")}`))
      assertTrue(names.size > 3)
      deepStrictEqual(
        Array.from(names).filter((name) => /hyperthermia|edema|short stature|hernia/i.test(name)),
        []
      )
    })
  )

  it.effect("read a list of words whose language is mistaken in the other everyday languages", () =>
    Effect.gen(function* () {
      for (const lang of ["", "&lang=de"]) {
        const { body } = yield* read(
          `/api/diseases?symptoms=${encodeURIComponent("kidney stones, blue sclera, broken bones")}${lang}`
        )
        deepStrictEqual(
          listAt(body, "recognised").map((sign) => at(sign, "text")),
          ["kidney stones", "blue sclera", "broken bones"]
        )
      }
    })
  )

  it.effect("read long fingers as arachnodactyly in every language, whatever the order of the words", () =>
    Effect.gen(function* () {
      for (const [lang, texts] of Object.entries({
        en: ["long fingers", "very long fingers"],
        de: ["lange Finger", "sehr lange Finger"],
        fr: ["de très longs doigts", "doigts très longs", "doigts longs"],
        es: ["dedos largos", "dedos muy largos"],
        it: ["dita lunghe", "dita molto lunghe"],
        pt: ["dedos compridos", "dedos muito longos"]
      }))
        for (const text of texts) {
          const { body } = yield* read(`/api/diseases?lang=${lang}&symptoms=${encodeURIComponent(text)}`)
          deepStrictEqual(
            listAt(body, "recognised").map((sign) => at(sign, "id")),
            [arachnodactyly],
            text
          )
        }
    })
  )

  it.effect("read a sentence without signs in its own language only", () =>
    Effect.gen(function* () {
      const { body } = yield* read(`/api/diseases?symptoms=${encodeURIComponent("After a lie down she is fine")}`)
      deepStrictEqual([listAt(body, "recognised"), listAt(body, "unsure")], [[], []])
    })
  )

  it.effect("say which absent signs speak against them", () =>
    Effect.gen(function* () {
      const { body } = yield* read(`/api/diseases?phenotypes=${arachnodactyly}&excluded=${lens}&limit=20`)
      const marfan = listAt(body, "data").find((hit) => at(hit, "name") === "Marfan syndrome")
      deepStrictEqual(
        listAt(marfan, "against").map((sign) => at(sign, "id")),
        [lens]
      )
    })
  )

  it.effect("are ranked by symptoms in words, and say what was recognised, denied and unknown", () =>
    Effect.gen(function* () {
      const { body } = yield* read("/api/diseases?symptoms=long fingers, no seizures, qwertyish")
      deepStrictEqual(
        listAt(body, "recognised").map((sign) => [at(sign, "id"), at(sign, "negated")]),
        [
          ["HP:0001166", false],
          [seizure, true]
        ]
      )
      deepStrictEqual(at(body, "unknown"), ["qwertyish"])
    })
  )

  it.effect("answer unknown ids by naming them, and the rest of the search", () =>
    Effect.gen(function* () {
      const { body } = yield* read(`/api/diseases?phenotypes=HP:9999999,${lens}`)
      deepStrictEqual(at(body, "unknown"), ["HP:9999999"])
      assertTrue(listAt(body, "data").length > 0)
      const alone = yield* read("/api/diseases?phenotypes=HP:9999999")
      deepStrictEqual([alone.status, listAt(alone.body, "data").length], [200, 0])
    })
  )

  it.effect("refuse malformed ids, too many, too long texts, and signs beside a name", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 51 }, () => lens).join()
      for (const query of [
        "phenotypes=HP:1",
        "phenotypes=seizure",
        `phenotypes=${many}`,
        `excluded=${many}`,
        `excluded=${lens}`,
        `symptoms=${"a".repeat(2_001)}`,
        "symptoms=fits&search=marfan",
        "symptoms=fits&lang=english"
      ]) {
        const { body, status } = yield* read(`/api/diseases?${query}`)
        strictEqual(status, 400, query)
        strictEqual(typeof at(body, "error"), "string")
      }
    })
  )

  it.effect("take any text as symptoms", () =>
    Effect.gen(function* () {
      for (const text of [
        "<b>fits</b>",
        "!!!",
        "'; drop table",
        "発作がある",
        "судороги",
        "نوبات",
        "🦓",
        "no no no not",
        "a\u0301 ".repeat(400)
      ]) {
        const { body, status } = yield* read(`/api/diseases?symptoms=${encodeURIComponent(text)}`)
        strictEqual(status, 200, text)
        assertTrue(String(at(body, "notice")).startsWith("This is not a diagnosis"))
      }
    })
  )
})
