import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { newDiseases } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, listAt } from "../../../support/Wire.ts"

/** Diseases that have a word of the sentences in their names, as some of the whole catalogue do. */
const withWords = newDiseases(
  "Gestern syndrome",
  "Diagnosticar disease",
  "Appena disease",
  "Receber syndrome",
  "Mortelle disease",
  "Aspettativa syndrome",
  "Arzt syndrome",
  "Figli disease",
  "Krampfanfalle disease",
  "Cousins syndrome"
)

/** How a search is read, and the first disease that it finds. */
const found = (search: string) =>
  Effect.map(send("GET", `/api/diseases?search=${encodeURIComponent(search)}`), ({ body }) => [
    at(body, "readAs"),
    at(listAt(body, "data")[0], "name")
  ])

layer(community(Memory.layer), { excludeTestServices: true })("GET /api/diseases?search of a sentence", (it) => {
  it.effect("finds the disease of a whole name, whatever the sentence says beside it", () =>
    Effect.gen(function* () {
      yield* withWords
      const sentences = [
        ["wir haben gestern die Diagnose Mukoviszidose bekommen", "Cystic fibrosis"],
        ["nos acaban de diagnosticar fibrosis quística", "Cystic fibrosis"],
        ["ci hanno appena diagnosticato fibrosi cistica", "Cystic fibrosis"],
        ["acabamos de receber o diagnóstico de fibrose cística", "Cystic fibrosis"],
        ["est-ce que la myopathie de Duchenne est mortelle", "Duchenne muscular dystrophy"],
        ["sindrome di Marfan aspettativa di vita", "Marfan syndrome"],
        ["Gestern sagte der Arzt Morbus Fabry zu uns", "Fabry disease"],
        ["si possono avere figli con la narcolessia", "Narcolepsy"],
        ["mein Sohn hat Fabry", "Fabry disease"],
        ["no hay cura para Marfan", "Marfan syndrome"]
      ] as const
      for (const [search, name] of sentences) deepStrictEqual(yield* found(search), ["name", name], search)
    })
  )

  it.effect("is read as signs where it says signs beside a name, denies some, or those of a relative", () =>
    Effect.gen(function* () {
      yield* withWords
      const sentences = [
        "der Arzt sprach von Narkolepsie, und sie hat Krampfanfälle",
        "keine Krampfanfälle, Narkolepsie",
        "Zwei Cousins mit Epilepsie; er selbst hat Narkolepsie"
      ]
      for (const search of sentences) {
        const [readAs] = yield* found(search)
        deepStrictEqual(readAs, "signs", search)
      }
    })
  )

  it.effect(
    "has the disease first that a short search names beside its signs, also mistyped, and not a denied one",
    () =>
      Effect.gen(function* () {
        yield* withWords
        yield* newDiseases("Gaucher disease")
        for (const search of ["long fingers, Gaucher disease", "gauchner disease long fingers"])
          deepStrictEqual(yield* found(search), ["signs", "Gaucher disease"], search)
        const abbreviated = "my daughter with DMD has had long fingers since birth"
        deepStrictEqual(yield* found(abbreviated), ["signs", "Duchenne muscular dystrophy"])
        const story = "She has long fingers, and somebody in the waiting room talked about Gaucher disease of a friend"
        for (const search of ["long fingers, not Gaucher disease", story])
          deepStrictEqual(yield* found(search), ["signs", "Marfan syndrome"], search)
        deepStrictEqual(yield* found("wer kennt die maladie de gauchner"), ["name", "Gaucher disease"])
      })
  )

  it.effect("is read as signs where names only have its words in another way", () =>
    Effect.gen(function* () {
      yield* newDiseases("PALE", "Floppy baby disease", "Episodic ataxia with slurred speech", "Fountain syndrome")
      for (const search of ["pale skin", "my baby is floppy", "slurred speech", "fainted"])
        deepStrictEqual((yield* found(search))[0], "signs", search)
      for (const search of ["floppy baby disease", "PALE", "fountain"])
        deepStrictEqual((yield* found(search))[0], "name", search)
    })
  )

  it.effect("is read as signs where a name has some words of it, and the signs have many more", () =>
    Effect.gen(function* () {
      yield* newDiseases("Giant hands and feet")
      deepStrictEqual((yield* found("blisters on my baby's hands and feet"))[0], "signs")
      deepStrictEqual(yield* found("giant hands and feets"), ["name", "Giant hands and feet"])
    })
  )

  it.effect("takes a word of a sign for no name, though a disease bears it: German nouns have capitals", () =>
    Effect.gen(function* () {
      yield* newDiseases("Fingers syndrome", "Fingers")
      for (const search of ["long Fingers, slurred speech", "slurred speech and long Fingers"])
        deepStrictEqual(yield* found(search), ["signs", "Classic homocystinuria"], search)
      deepStrictEqual(yield* found("Fingers"), ["name", "Fingers"])
      deepStrictEqual(yield* found("Fingers syndrome"), ["name", "Fingers syndrome"])
    })
  )

  it.effect("has the disease first whose name is that of its only sign", () =>
    Effect.gen(function* () {
      yield* newDiseases("Syncope", "Syncope with other signs")
      deepStrictEqual(yield* found("Syncope"), ["name", "Syncope"])
      deepStrictEqual(yield* found("fainted"), ["signs", "Syncope"])
      for (const search of ["fainted, slurred speech", "never fainted, slurred speech"]) {
        const [readAs, name] = yield* found(search)
        deepStrictEqual([readAs, name === "Syncope"], ["signs", false], search)
      }
    })
  )

  it.effect("asks about signs that it only fears or asks about, although names have their words", () =>
    Effect.gen(function* () {
      yield* newDiseases("Benign familial neonatal seizures")
      for (const search of ["I'm scared that she might have seizures", "a risk of seizures"]) {
        const { body } = yield* send("GET", `/api/diseases?search=${encodeURIComponent(search)}`)
        deepStrictEqual([at(body, "readAs"), listAt(body, "data"), listAt(body, "recognised")], ["signs", [], []])
        deepStrictEqual(at(listAt(body, "unsure")[0], "name"), "Seizure", search)
      }
      deepStrictEqual(yield* found("worried about benign familial neonatal seizures"), [
        "name",
        "Benign familial neonatal seizures"
      ])
    })
  )
})
