import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, listAt } from "../../../support/Wire.ts"

const read = (path: string) => send("GET", path)

layer(community(Memory.layer), { excludeTestServices: true })("Diseases by signs in words", (it) => {
  it.effect("are not ranked by signs that are denied to the end of a list, or that a relative has", () =>
    Effect.gen(function* () {
      const texts = [
        "No seizures, ataxia or hearing loss.",
        "Keine Krampfanfälle, Ataxie oder Hörverlust.",
        "Pas de convulsions, d'ataxie ou de surdité.",
        "Sin convulsiones, ataxia ni sordera."
      ]
      for (const text of texts) {
        const { body } = yield* read(`/api/diseases?symptoms=${encodeURIComponent(text)}`)
        deepStrictEqual(
          listAt(body, "recognised").map((sign) => [at(sign, "name"), at(sign, "negated")]),
          ["Seizure", "Ataxia", "Hearing impairment"].map((name) => [name, true])
        )
        deepStrictEqual(listAt(body, "data"), [])
      }
      const { body } = yield* read(
        `/api/diseases?symptoms=${encodeURIComponent("Her mother has scoliosis. She has a cleft palate.")}`
      )
      deepStrictEqual(
        listAt(body, "recognised").map((sign) => at(sign, "name")),
        ["Cleft palate"]
      )
      deepStrictEqual(listAt(body, "unsure"), [
        { text: "scoliosis", id: "HP:0002650", name: "Scoliosis", whose: "Her mother" }
      ])
    })
  )

  it.effect("are not ranked by an impairment of what a text says is well, without a limit", () =>
    Effect.gen(function* () {
      const hearing = (text: string) =>
        Effect.map(read(`/api/diseases?symptoms=${encodeURIComponent(text)}`), ({ body }) =>
          listAt(body, "recognised")
            .filter((sign) => at(sign, "name") === "Hearing impairment")
            .map((sign) => at(sign, "negated"))
        )
      for (const text of ["She hears perfectly.", "Hören tut sie gut.", "Elle entend bien.", "Mi niña oye bien."])
        deepStrictEqual(yield* hearing(text), [true], text)
      for (const text of ["He hears well with his aids.", "She does not hear well.", "Er hörte früher gut."])
        assertTrue(!(yield* hearing(text)).includes(true), text)
      deepStrictEqual(yield* hearing("He hears well, but he is deaf in one ear."), [false])
    })
  )

  it.effect("are read in the language of the small words of a short text, whose Latin terms say nothing of it", () =>
    Effect.gen(function* () {
      const texts = ["No patent ductus arteriosus", "No spina bifida", "Kein Situs inversus", "Pas de situs inversus"]
      for (const text of texts) {
        const { body } = yield* read(`/api/diseases?symptoms=${encodeURIComponent(text)}`)
        deepStrictEqual(
          listAt(body, "recognised").map((sign) => at(sign, "negated")),
          [true],
          text
        )
      }
    })
  )

  it.effect("are read in the language that knows most of a short text, whatever loan words it has", () =>
    Effect.gen(function* () {
      const texts = [
        "café-au-lait spots, hypotonia",
        "Café-au-lait-Flecken, Hypotonie",
        "taches café au lait, hypotonie",
        "manchas café au lait, hipotonia"
      ]
      for (const text of [...texts, "manchas café con leche, hipotonía", "macchie café au lait, ipotonia"]) {
        const { body } = yield* read(`/api/diseases?symptoms=${encodeURIComponent(text)}`)
        deepStrictEqual(
          listAt(body, "recognised").map((sign) => at(sign, "name")),
          ["Cafe-au-lait spot", "Hypotonia"],
          text
        )
      }
    })
  )

  it.effect("are unsure in one language though another reads a word of the text as a sign", () =>
    Effect.gen(function* () {
      for (const text of ["Scoliosis likely", "probable scoliosis", "sospetta scoliosi", "Ptosis fraglich"]) {
        const { body } = yield* read(`/api/diseases?symptoms=${encodeURIComponent(text)}`)
        deepStrictEqual(listAt(body, "recognised"), [], text)
        strictEqual(listAt(body, "unsure").length, 1, text)
      }
    })
  )

  it.effect("are read in each part of a list, in another language where the first knows nothing of it", () =>
    Effect.gen(function* () {
      const { body } = yield* read(`/api/diseases?symptoms=${encodeURIComponent("pes cavus, debilidad muscular")}`)
      deepStrictEqual(
        listAt(body, "recognised").map((sign) => at(sign, "name")),
        ["Pes cavus", "Muscle weakness"]
      )
    })
  )
})
