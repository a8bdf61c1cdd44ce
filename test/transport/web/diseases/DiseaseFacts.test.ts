import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { newDisease, stored } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { open, seen } from "../support/Browse.ts"

const figure = { type: "Point prevalence", class: "1-9 / 100 000", value: 4, region: "Worldwide", validated: true }

layer(community(Memory.layer), { excludeTestServices: true })("The facts of a disease", (it) => {
  it.effect("say how common it is in one sentence of the page's language, with its area and source", () =>
    Effect.gen(function* () {
      const national = { ...figure, region: "Germany", validated: false }
      const [wide] = yield* stored(
        newDisease({ prevalence: [national, figure, { ...figure, type: "Annual incidence" }] })
      )
      const [narrow] = yield* stored(newDisease({ prevalence: [{ ...national, class: "<1 / 1 000 000" }] }))
      const [counted] = yield* stored(
        newDisease({ prevalence: [{ ...figure, type: "Cases/families", class: null, value: 30 }] })
      )
      for (const [id, language, sentence] of [
        [wide, "en", "It affects 1 to 9 in 100,000 people (worldwide; checked by Orphanet)."],
        [wide, "de", "Die Erkrankung kommt bei 1 bis 9 von 100.000 Menschen vor (weltweit; von Orphanet geprüft)."],
        [wide, "fr", "Elle touche 1 à 9 personnes sur 100 000 (dans le monde ; donnée validée par Orphanet)."],
        [narrow, "en", "It affects fewer than 1 in 1,000,000 people (Germany; Orphanet, not checked)."],
        [
          narrow,
          "de",
          "Die Erkrankung kommt bei weniger als 1 von 1.000.000 Menschen vor (Deutschland; Orphanet, nicht geprüft)."
        ],
        [narrow, "fr", "Elle touche moins de 1 personne sur 1 000 000 (Allemagne ; Orphanet, non validé)."],
        [counted, "en", "Cases or families described so far: 30 (worldwide; checked by Orphanet)."]
      ] as const) {
        const { text } = yield* open(`/diseases/${id}`, { headers: { "accept-language": language } })
        const plain = seen(text).replace(/[\s\u202f]+/g, " ")

        assertTrue(plain.includes(sentence), sentence)
        strictEqual(plain.match(/(?:checked by|von|validée par) Orphanet|Orphanet, (?:not|nicht|non) /g)?.length, 1)
      }
    })
  )

  it.effect("list each other name once, one by one, and link genes", () =>
    Effect.gen(function* () {
      const gene = { symbol: "MECP2", name: "methyl-CpG binding protein 2", association: "Candidate gene tested in" }
      const [id] = yield* stored(
        newDisease({
          name: "Amber disease",
          synonyms: ["Amber disease, type 1", "Amber disease type 1", "Amber’s disease", "Amber, late"],
          genes: [gene]
        })
      )
      const { text } = yield* open(`/diseases/${id}`)
      assertTrue(text.includes("<p>Amber disease type 1 · Amber, late</p>"))
      assertTrue(/href="https:\/\/www\.genenames\.org\/[^"]*\/MECP2" rel="noopener"/.test(text))
    })
  )
})
