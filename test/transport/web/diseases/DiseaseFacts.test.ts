import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Option } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { newDisease, stored } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { said } from "../../../support/languages/Said.ts"
import { send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { open, seen, textOf } from "../support/Browse.ts"

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

const diseases: { readonly categories: ReadonlyArray<string> } = JSON.parse(
  readFileSync(new URL("../../../../content/diseases.json", import.meta.url), "utf8")
)

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("The groups of diseases", (it) => {
  it.effect("have a plain name in each language, which heads the list of the group", () =>
    Effect.gen(function* () {
      for (const [language, bones] of [
        ["en", "Bones"],
        ["de", "Knochen"],
        ["fr", "Os"]
      ] as const) {
        const headers = { "accept-language": language }
        const { text } = yield* open("/diseases", { headers })
        const [path] = Array.filterMap(
          text.matchAll(/<a href="(\/diseases\?category=\d+)">([^<]+) <span/g),
          ([, href = "", name]) => (name === bones ? Option.some(href) : Option.none())
        )
        assertTrue(path !== undefined, language)
        strictEqual(/<h1[^>]*>([^<]+)/.exec((yield* open(path, { headers })).text)?.[1], bones)
      }
    })
  )

  it.effect("are in the order of these names, and the diseases of no group come last", () =>
    Effect.gen(function* () {
      for (const language of shippedLanguages) {
        const { text } = yield* open("/diseases", { headers: { "accept-language": language } })
        const names = Array.fromIterable(text.matchAll(/href="\/diseases\?category=\d+">([^<]+) <span/g)).map(
          ([, name = ""]) => name
        )
        const inGroups = names.filter((name) => name !== said(language).groups.Unclassified)
        assertTrue(inGroups.length > 10)
        deepStrictEqual(
          names.slice(0, inGroups.length),
          inGroups.toSorted((one, other) => one.localeCompare(other, language))
        )
      }
    })
  )

  it.effect("of the catalogue that ships have plain names", () =>
    Effect.sync(() =>
      deepStrictEqual(
        diseases.categories.filter((name) => !Object.hasOwn(said("en").groups, name)),
        []
      )
    )
  )
})

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })(
    "The page of a disease with signs",
    (it) => {
      it.effect("leads from signs and codes to their sources, in each language", () =>
        Effect.gen(function* () {
          const { headers } = yield* open("/diseases/ORPHA:778")
          for (const [language, seizure] of [
            ["en", / frequent \(30–79%\) Seizure \(fits\) .*Source: ORPHA:778 /],
            ["de", / häufig \(30–79\s%\) Krampfanfälle \(epileptische Anfälle\) .*Quelle: ORPHA:778 /],
            ["fr", / fréquents \(30–79\s%\) Crises d’épilepsie \(convulsions\) .*Source\s: ORPHA:778 /]
          ] as const) {
            const { text } = yield* open(String(headers.location), { headers: { "accept-language": language } })
            const signs = textOf(text, 'id="signs"', "</section>")
            assertTrue(seizure.test(signs), signs)
            assertTrue(!/always|immer|toujours/.test(signs), signs)
            assertTrue(text.includes(`href="https://www.orpha.net/${language}/disease/detail/778" rel="noopener"`))
            assertTrue(text.includes('href="https://omim.org/entry/312750" rel="noopener"'))
            assertTrue(!/ICD11:\d{5}/.test(text))
          }
        })
      )

      it.effect("shows its signs with their frequency, and folds a long list", () =>
        Effect.gen(function* () {
          const { headers } = yield* open("/diseases/ORPHA:558")
          const { text } = yield* open(String(headers.location))
          const signs = text.slice(text.indexOf('id="signs"'))
          assertTrue(/>very frequent \(80–99%\)<\/h3>/.test(signs))
          assertTrue(signs.slice(0, signs.indexOf("</section>")).includes("<details><summary>"))
        })
      )

      it.effect("is headed by the name in the reader's language, and marks the others by theirs", () =>
        Effect.gen(function* () {
          const { headers } = yield* open("/diseases/ORPHA:558")
          const { text } = yield* open(String(headers.location), { headers: { "accept-language": "fr" } })
          deepStrictEqual(/<h1>(.*?)<\/h1>/.exec(text)?.[1], "<span>Syndrome de Marfan</span>")
          assertTrue(text.includes('<p class="lead" lang="en">Marfan syndrome</p>'))
          assertTrue(/japonais\u00a0: <bdi lang="ja">マルファン症候群/.test(text))
        })
      )
    }
  )
}

const offensive = /puppet|marion|muñeco|pantin|burattino|boneco|boneca/i

/** The path and the name of the first disease of a list. */
const firstOf = (text: string) => /<a class="strong" href="([^"]*)"><span>([^<]*)</.exec(text) ?? []

const searched = (search: string, language: string) =>
  open(`/diseases?search=${encodeURIComponent(search)}`, { headers: { "accept-language": language } })

layer(community(Memory.layer), { excludeTestServices: true })("Names of diseases in the languages of pages", (it) => {
  it.effect("are what people look for and what pages show", () =>
    Effect.gen(function* () {
      for (const [language, search, name] of [
        ["it", "fibrosi cistica", "Fibrosi cistica"],
        ["pt", "fibrose cística", "Fibrose quística"],
        ["es", "fibrosis quistica", "Fibrosis quística"],
        ["de", "Mukoviszidose", "Mukoviszidose"]
      ] as const) {
        const { text } = yield* searched(search, language)
        const [, path = "", first] = firstOf(text)
        strictEqual(first, name)
        const page = yield* open(path, { headers: { "accept-language": language } })
        strictEqual(/<h1[^>]*>(?:<[^>]*>)*([^<]*)</.exec(page.text)?.[1], name)
      }
    })
  )

  it.effect("are never offensive: such names are found, and shown nowhere", () =>
    Effect.gen(function* () {
      for (const [language, search, name] of [
        ["en", "happy puppet", "Angelman syndrome"],
        ["de", "Happy-Puppet-Syndrom", "Angelman-Syndrom"],
        ["es", "síndrome de la marioneta", "Síndrome de Angelman"],
        ["fr", "pantin hilare", "Syndrome d’Angelman"],
        ["it", "marionetta felice", "Sindrome di Angelman"],
        ["pt", "marioneta feliz", "Síndrome de Angelman"]
      ] as const) {
        const list = yield* searched(search, language)
        const [, path = "", first] = firstOf(list.text)
        strictEqual(first, name)
        const [item = ""] = list.text.slice(list.text.indexOf(path)).split("</li>", 1)
        assertTrue(!offensive.test(item), item)
        const page = yield* open(path, { headers: { "accept-language": language } })
        strictEqual(offensive.exec(page.text), null)
        const found = yield* send("GET", `/api/diseases?lang=${language}&search=${encodeURIComponent(search)}`)
        strictEqual(at(found.body, "data", 0, "name"), "Angelman syndrome")
        assertTrue(!offensive.test(JSON.stringify(listAt(found.body, "data")[0])))
      }
    })
  )

  it.effect(
    "the search by signs names signs in the language of the page, and marks those that have an English name only",
    () =>
      Effect.gen(function* () {
        const { text } = yield* open("/diseases?symptoms=Spinnenfinger", { headers: { "accept-language": "de" } })
        assertTrue(text.includes("Das Ergebnis ist keine Diagnose"))
        assertTrue(text.includes('<span>Arachnodaktylie</span><span class="plainly"> (lange, schmale Finger)</span>'))
        assertTrue(text.includes('<span lang="en">'))
      })
  )
})
