import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
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
})
