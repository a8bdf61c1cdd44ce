import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { open } from "../support/Browse.ts"

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
