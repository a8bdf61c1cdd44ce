import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect } from "effect"
import { BackupsRepo } from "../../../../src/ports/BackupsRepo.ts"
import { newUser } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinModerator, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { cookieFor, open } from "../support/Browse.ts"

/** The picture and the rows of the table below a title, as text. */
const chartIn = (html: string, id: string) => {
  const [, section = ""] = html.split(`<section class="weeks" aria-labelledby="${id}">`)
  const [chart = ""] = section.split("</section>")
  const rows = globalThis.Array.from(chart.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = ""]) =>
    row
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/ +/g, " ")
      .trim()
  )
  const [picture = ""] = /<svg.*<\/svg>/s.exec(chart) ?? []
  return { picture, bars: picture.match(/<rect/g)?.length ?? 0, rows: rows.slice(1) }
}

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of health", (it) => {
    it.effect("has a chart and its table of each number by week, and names no number of fewer than five people", () =>
      Effect.gen(function* () {
        const [maria, mod, now] = [yield* join(), yield* joinModerator, yield* DateTime.now]
        yield* Effect.all(Array.makeBy(7, () => newUser({ createdAt: DateTime.subtract(now, { weeks: 10 }) })))
        const { id } = yield* publish(maria, { category: "question" })
        yield* answer(mod, id)
        const cookie = cookieFor(mod)
        const { text } = yield* open("/moderation/health", { cookie })
        const joined = chartIn(text, "joined")
        assertTrue(
          joined.picture.includes('role="img" aria-labelledby="joined-chart"><title id="joined-chart">New members')
        )
        deepStrictEqual([joined.bars, joined.rows.length], [2, 52])
        assertTrue(joined.rows[0]?.endsWith(" fewer than\u00a05") === true, joined.rows[0])
        assertTrue(joined.rows[10]?.endsWith(" 7") === true && joined.rows[9]?.endsWith(" 0") === true, joined.rows[10])
        for (const of of ["posts", "replies"]) {
          const { bars, rows } = chartIn(text, of)
          deepStrictEqual([of, bars, rows[0]?.at(-1), rows.length], [of, 1, "1", 52])
        }
        const { bars, rows } = chartIn(text, "answered")
        deepStrictEqual([bars, rows[0]?.endsWith(" 0%"), rows[1]?.endsWith(" no questions")], [0, true, true])
        // Both ends of the axis stand beside the bars: "100%" alone was read as the share.
        assertTrue(/id="answered">[^<]+<\/h3><div class="plot"><p [^>]+><span>100%<\/span><span>0%<\/span>/.test(text))
        assertTrue(!/\sstyle=/.test(text), "the Content-Security-Policy refuses styles in elements")

        const german = yield* open("/moderation/health?lang=de", { cookie })
        assertTrue(chartIn(german.text, "joined").rows[0]?.endsWith(" weniger als\u00a05") === true)
        const french = yield* open("/moderation/health?lang=fr", { cookie })
        assertTrue(chartIn(french.text, "joined").rows[0]?.endsWith(" moins de\u00a05") === true)
        assertTrue((yield* open("/moderation", { cookie })).text.includes('<a href="/moderation/health">'))

        const statistics = yield* open("/statistics")
        strictEqual(statistics.text.match(/<svg class="chart"/g)?.length, 2)
        for (const of of ["weeks-posts", "weeks-comments"]) {
          const { bars, rows } = chartIn(statistics.text, of)
          deepStrictEqual([of, bars, rows[0]?.at(-1), rows.length], [of, 1, "1", 52])
        }
      })
    )

    it.effect("has the age and the size of the last backup, and says where there is none", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinModerator)
        const none = yield* open("/moderation/health", { cookie })
        assertTrue(none.text.includes("No backup has been made"))
        const at = DateTime.subtract(yield* DateTime.now, { hours: 80 })
        yield* (yield* BackupsRepo).note({ at, bytes: 48_211_907 })
        const { text } = yield* open("/moderation/health", { cookie })
        const french = yield* open("/moderation/health?lang=fr", { cookie })
        assertTrue(text.includes(">3 days<") && text.includes(">48.2 MB<"), text)
        assertTrue(/<td class="number">\d/.test(text) && text.includes("<td>3 days<"), "words break on a narrow screen")
        assertTrue(/>3\sjours<.*>48,2\sMo</s.test(french.text), french.text)
      })
    )
  })
}
