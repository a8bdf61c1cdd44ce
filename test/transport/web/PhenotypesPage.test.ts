import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { open, seen } from "./support/Browse.ts"

/** The text of a part of a page, without its tags. */
const textOf = (html: string, from: string, to: string) => {
  const part = html.slice(html.indexOf(from))
  return seen(part.slice(0, part.indexOf(to)).replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ")
}

const signsOf = (symptoms: string, headers = {}) =>
  open(`/diseases?symptoms=${encodeURIComponent(symptoms)}`, { headers })

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The search by signs on pages", (it) => {
    it.effect("is a form with a warning where nothing was typed", () =>
      Effect.gen(function* () {
        const { status, text } = yield* open("/diseases?symptoms=")
        strictEqual(status, 200)
        assertTrue(text.includes('<textarea id="symptoms" name="symptoms"'))
        assertTrue(text.includes("This is not a diagnosis"))
        assertTrue(!text.includes("What we understood"))
        assertTrue((yield* open("/")).text.includes('href="/diseases?symptoms="'))
      })
    )

    it.effect("says what was recognised, what was denied, and what was not understood", () =>
      Effect.gen(function* () {
        const { status, text } = yield* signsOf("long fingers, no seizures, qwertyish")
        strictEqual(status, 200)
        const understood = textOf(text, 'id="understood"', "</section>")
        assertTrue(
          /Present long fingers → Arachnodactyly HP:0001166 Not present seizures → Seizure/.test(understood),
          understood
        )
        assertTrue(understood.includes("left out qwertyish"))
        strictEqual(text.match(/noindex/)?.length, 1)
      })
    )

    it.effect("asks about a sign that was understood in part, and a link adds it or takes it out", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("Blasen")
        const [, href = ""] = /Did you mean.*?<a href="([^"]+)"/s.exec(text) ?? []
        strictEqual(seen(href), "/diseases?symptoms=Blasen&phenotypes=HP%3A0000980")
        const added = yield* open(seen(href))
        assertTrue(!added.text.includes("Did you mean"))
        assertTrue(/Added by you Pallor HP:0000980 Remove/.test(textOf(added.text, 'id="understood"', "</section>")))
        assertTrue(added.text.includes('name="phenotypes" value="HP:0000980"'))
        for (const [language, question] of [
          ["de", "Meinten Sie"],
          ["fr", "Vouliez-vous dire"]
        ])
          assertTrue((yield* signsOf("Blasen", { "accept-language": language })).text.includes(String(question)))
      })
    )

    it.effect("says for each disease what fits, what speaks against it, and the sources with their versions", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("long fingers, dislocated lens, no seizures, no scoliosis")
        const marfan = text.slice(text.indexOf(">Marfan syndrome<"))
        assertTrue(/Fits Arachnodactyly.*Speaks against it.*Scoliosis/.test(textOf(marfan, ">", "</li>")))
        assertTrue(textOf(marfan, ">", "</li>").includes("OMIM:154700"))
        assertTrue(text.includes("Human Phenotype Ontology 2025-05-06, Orphanet"))
      })
    )

    it.effect("shows a refusal of the API as a page", () =>
      Effect.gen(function* () {
        for (const query of ["symptoms=fits&search=marfan", `symptoms=${"a".repeat(2_001)}`]) {
          strictEqual((yield* open(`/diseases?${query}`)).status, 400)
        }
      })
    )

    it.effect("marks English names where it has another language", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("Spinnenfinger", { "accept-language": "de" })
        assertTrue(text.includes("Das ist keine Diagnose"))
        assertTrue(text.includes('<span lang="en">Arachnodactyly'))
      })
    )

    it.effect("leads to pages of diseases whose signs and codes lead to their sources, in each language", () =>
      Effect.gen(function* () {
        const { headers } = yield* open("/diseases/ORPHA:778")
        for (const [language, seizure] of [
          ["en", "Seizure , frequent (30-79 %) ORPHA:778"],
          ["de", "Krampfanfall , häufig (30-79 %) ORPHA:778"],
          ["fr", "Epilépsie , fréquent (30-79 %) ORPHA:778"]
        ] as const) {
          const { text } = yield* open(String(headers.location), { headers: { "accept-language": language } })
          const signs = textOf(text, 'id="signs"', "</section>")
          assertTrue(signs.includes(seizure), signs)
          assertTrue(!/always|immer|toujours/.test(signs), signs)
          assertTrue(text.includes(`href="https://www.orpha.net/${language}/disease/detail/778" rel="noopener"`))
          assertTrue(text.includes('href="https://omim.org/entry/312750" rel="noopener"'))
          assertTrue(!/ICD11:\d{5}/.test(text))
        }
      })
    )

    it.effect("leads to pages of diseases that show their signs with their frequency, and folds a long list", () =>
      Effect.gen(function* () {
        const { headers } = yield* open("/diseases/ORPHA:558")
        const { text } = yield* open(String(headers.location))
        const signs = text.slice(text.indexOf('id="signs"'))
        assertTrue(/, very frequent \(80-99 %\)/.test(textOf(signs, ">", "</section>")))
        assertTrue(signs.slice(0, signs.indexOf("</section>")).includes("<details><summary>"))
      })
    )

    it.effect(
      "leads to pages that are headed by the name in the reader's language, and mark the others by theirs",
      () =>
        Effect.gen(function* () {
          const { headers } = yield* open("/diseases/ORPHA:558")
          const { text } = yield* open(String(headers.location), { headers: { "accept-language": "fr" } })
          deepStrictEqual(/<h1>(.*?)<\/h1>/.exec(text)?.[1], "<span>Syndrome de Marfan</span>")
          assertTrue(text.includes('<p class="lead" lang="en">Marfan syndrome</p>'))
          assertTrue(/japonais\u00a0: <bdi lang="ja">マルファン症候群/.test(text))
        })
    )
  })
}
