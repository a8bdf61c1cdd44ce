import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt, membersOf, recordOf } from "../../../support/Wire.ts"
import { open } from "../../web/support/Browse.ts"

const search = (typed: string) => send("GET", `/api/diseases?search=${encodeURIComponent(typed)}&limit=100`)

/** A query, the disease that must come first, and the kind and text of its match. */
const first: ReadonlyArray<readonly [string, string, string, string]> = [
  ["Marfan syndrome", "Marfan syndrome", "name", "Marfan syndrome"],
  ["Mucoviscidosis", "Cystic fibrosis", "synonym", "Mucoviscidosis"],
  ["mucovisc", "Cystic fibrosis", "synonym", "Mucoviscidosis"],
  ["lou gehrig's disease", "Amyotrophic lateral sclerosis", "synonym", "Lou Gehrig's disease"],
  ["Guillain Barré", "Guillain-Barre syndrome", "name", "Guillain-Barre syndrome"],
  ["ALS", "Amyotrophic lateral sclerosis", "abbreviation", "ALS"],
  ["22q11DS", "22q11.2 deletion syndrome", "abbreviation", "22q11DS"],
  ["orpha558", "Marfan syndrome", "code", "ORPHA:558"],
  ["558", "Marfan syndrome", "code", "ORPHA:558"],
  ["OMIM:154700", "Marfan syndrome", "code", "OMIM:154700"],
  ["mondo:7947", "Marfan syndrome", "code", "MONDO:0007947"],
  ["GARD:0006233", "Cystic fibrosis", "code", "GARD:0006233"],
  ["icd10:Q77.4", "Achondroplasia", "code", "ICD10:Q77.4"],
  ["marf", "Marfan syndrome", "name", "Marfan syndrome"],
  ["syndrome marfan", "Marfan syndrome", "name", "Marfan syndrome"],
  ["marfna", "Marfan syndrome", "name", "Marfan syndrome"],
  ["marfen syndrome", "Marfan syndrome", "name", "Marfan syndrome"],
  ["cystic fibrosys", "Cystic fibrosis", "name", "Cystic fibrosis"]
]

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`GET /api/diseases?search (${storage.name})`, (it) => {
    it.effect(
      "finds names, synonyms, abbreviations and codes, whole, half typed or mistyped, and tells in matchedOn which",
      () =>
        Effect.gen(function* () {
          for (const [typed, name, field, text] of first) {
            const { body, status } = yield* search(typed)
            deepStrictEqual(
              [status, at(body, "data", 0, "name"), at(body, "data", 0, "matchedOn")],
              [200, name, { field, text }],
              typed
            )
          }
        })
    )

    it.effect("answers the records of the list, each disease once, and counts them", () =>
      Effect.gen(function* () {
        for (const typed of ["muscular dystrophy", "syndrome", "c"]) {
          const answer = yield* search(typed)
          const ids = eachOf(answer)
          assertTrue(ids.length > 2, typed)
          deepStrictEqual([new Set(ids).size, at(answer.body, "pagination", "total")], [ids.length, ids.length])
          for (const disease of listAt(answer.body, "data")) {
            deepStrictEqual(membersOf(disease), [
              "categories",
              "codes",
              "id",
              "matchedOn",
              "name",
              "postCount",
              "synonyms"
            ])
            const { lang: _, ...matchedOn } = recordOf(at(disease, "matchedOn"))
            deepStrictEqual(membersOf(matchedOn), ["field", "text"])
          }
        }
      })
    )

    it.effect("says in a notice, on the page too, that no disease is called just what was searched for", () =>
      Effect.gen(function* () {
        const said = Effect.fnUntraced(function* (typed: string) {
          const { text } = yield* open(`/diseases?search=${typed}`)
          const isOnPage = text.includes('<p class="notice">No disease here is called just that')
          return [at((yield* search(typed)).body, "notice") !== undefined, isOnPage]
        })
        deepStrictEqual(yield* said("sclerosis"), [true, true])
        for (const typed of ["marfan", "hemophilia+a", "duchenne", "zzzzqqqq"])
          deepStrictEqual(yield* said(typed), [false, false], typed)
      })
    )

    it.effect("ranks a whole name before a beginning, and a beginning before a word", () =>
      Effect.gen(function* () {
        const names = eachOf(yield* search("hemophilia"), "name")
        deepStrictEqual(names.slice(0, 2), ["Hemophilia A", "Hemophilia B"])
        strictEqual(eachOf(yield* search("cystinosis"), "name")[0], "Cystinosis")
      })
    )

    it.effect("finds nothing for nonsense, and reads characters with a meaning in SQL as text", () =>
      Effect.gen(function* () {
        for (const typed of [
          "zzzzqqqq",
          "%",
          "_",
          "%%%",
          "\\",
          "'",
          '"',
          "[",
          "(((",
          ".*",
          "^",
          "$",
          "&|!",
          ":*",
          "ORPHA:999999",
          "' or 1=1 --",
          "m%n",
          "marf_n%%"
        ]) {
          const answer = yield* search(typed)
          strictEqual(answer.status, 200, typed)
          assertTrue(eachOf(answer).length < 100, `${typed} finds not everything`)
        }
        for (const typed of ["zzzzqqqq", "%", "_", "\\", "[", "(((", "^", "$", ":*", "ORPHA:999999"]) {
          deepStrictEqual(eachOf(yield* search(typed)), [], typed)
        }
      })
    )
  })
}
