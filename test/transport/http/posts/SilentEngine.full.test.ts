import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { startEngine } from "../../../support/network/TranslationEngine.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { until } from "../../../support/Waiting.ts"
import { cookieFor, open } from "../../web/support/Browse.ts"

const engine = await startEngine()
afterAll(engine.close)

const variables = { ...unlimited, TRANSLATE_URL: engine.url }

for (const storage of memoryOnly) {
  layer(community(storage.layer, variables), { excludeTestServices: true })("While the engine says nothing", (it) => {
    it.effect("a translation is 503 after ten seconds, and a page shows the original after five", () =>
      Effect.gen(function* () {
        const [author, reader] = [yield* join(), yield* join()]
        const [one, other] = [
          yield* publish(author, { language: "en" }),
          yield* publish(author, { title: "Who knows?", language: "en" })
        ]
        const asked = send("GET", `/api/posts/${one.id}/translation?to=de`, { as: reader.token })
        const shown = open(`/posts/${other.id}?translate=yes`, {
          cookie: cookieFor(reader),
          headers: { "accept-language": "de" }
        })
        engine.answer = () => undefined
        const started = Date.now()
        const [page, { status }] = yield* Effect.all([shown, asked], { concurrency: "unbounded" })
        strictEqual(status, 503)
        assertTrue(Date.now() - started > 9_000, "not before that")
        strictEqual(page.status, 200)
        assertTrue(page.text.includes(">Who knows?</h1>") && page.text.includes(">Noch einmal versuchen</a>"))
        engine.reset()
        yield* until(Effect.map(asked, ({ status }) => status === 200))
      })
    )
  })
}
