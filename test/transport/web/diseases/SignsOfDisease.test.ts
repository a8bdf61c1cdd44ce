import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { open, textOf } from "../support/Browse.ts"

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
