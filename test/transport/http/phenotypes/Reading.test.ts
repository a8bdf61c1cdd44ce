import { request } from "node:http"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Clauses } from "@rare-disease-community/signs/said/Clauses"
import { WordMeanings } from "@rare-disease-community/signs/WordMeanings"
import { Effect } from "effect"
import { afterEach, vi } from "vitest"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { yieldToEventLoop } from "../../../../src/concurrency/BatchQueue.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { port } from "../../../support/Raw.ts"

const turns = (count: number) => Effect.repeatN(yieldToEventLoop, count)

/** Sends a request, and hangs up when `begun` resolves. */
const hangUp = (path: string, begun: Promise<void>) =>
  Effect.flatMap(port, (port) =>
    Effect.promise(async () => {
      const sent = request({ port, path, agent: false })
      sent.on("error", () => undefined)
      sent.end()
      await begun
      sent.destroy()
    })
  )

layer(community(Memory.layer), { excludeTestServices: true })("The reading of signs", (it) => {
  afterEach(() => void vi.restoreAllMocks())

  it.effect("reads a text once in each language, also where nothing of it is understood", () =>
    Effect.gen(function* () {
      yield* send("GET", "/api/diseases?symptoms=seizures")
      const texts = [
        "qwertyuiop asdfghjkl",
        "her hand is blue",
        "Sie krampft nachts im Schlaf",
        "zzz",
        "yyy yyy yyy yyy"
      ]
      for (const text of texts)
        for (const query of [
          `symptoms=${text}`,
          `symptoms=${text}&lang=de`,
          `symptoms=${text}&lang=ko`,
          `search=${text}`
        ]) {
          const clauses = vi.spyOn(Clauses.prototype, "sentences")
          strictEqual((yield* send("GET", encodeURI(`/api/diseases?${query}`))).status, 200)
          const languages = clauses.mock.contexts
          deepStrictEqual(languages, Array.from(new Set(languages)), query)
          vi.restoreAllMocks()
        }
    })
  )

  it.effect("ends when its client hangs up", () =>
    Effect.gen(function* () {
      yield* send("GET", "/api/diseases?symptoms=seizures")
      // Each step takes longer than the event loop may wait.
      let now = performance.now()
      vi.spyOn(performance, "now").mockImplementation(() => (now += 100))
      const clauses = 600
      let read = 0
      const meanings = WordMeanings.prototype.in
      const begun = new Promise<void>((resolve) => {
        vi.spyOn(WordMeanings.prototype, "in").mockImplementation(function (this: WordMeanings, ...args) {
          if (++read === 3) resolve()
          return meanings.apply(this, args)
        })
      })
      yield* hangUp(`/api/diseases?symptoms=${encodeURIComponent("zz.".repeat(clauses))}&lang=en`, begun)
      yield* turns(20 * clauses)
      assertTrue(read >= 3 && read < clauses, `${read} clauses were read`)
    })
  )
})
