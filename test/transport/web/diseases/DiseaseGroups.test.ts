import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Option } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { community } from "../../../support/Community.ts"
import { said } from "../../../support/languages/Said.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { open } from "../support/Browse.ts"

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
