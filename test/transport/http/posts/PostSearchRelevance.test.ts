import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { storages } from "../../../support/Storage.ts"
import { at, eachOf, listAt, refusedFor } from "../../../support/Wire.ts"

const get = (search: string, more = "") => send("GET", `/api/posts?search=${encodeURIComponent(search)}${more}`)

const idsOf = (search: string, more = "") => Effect.map(get(search, more), (found) => eachOf(found))

/** A word of letters alone that no other text holds: what can be corrected. */
const lettersOnly = () => unique().replace(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `GET /api/posts?search by relevance (${storage.name})`,
    (it) => {
      it.effect("is the default order of a search, and 400 without one", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const word = unique()
          const { id: titled } = yield* publish(maria, { title: word })
          const { id: newer } = yield* publish(maria, { content: word })
          deepStrictEqual(yield* idsOf(word), [titled, newer])
          deepStrictEqual(yield* idsOf(word, "&sort=relevance"), [titled, newer])
          deepStrictEqual(yield* idsOf(word, "&sort=date"), [newer, titled])
          refusedFor(yield* send("GET", "/api/posts?sort=relevance"), 400, /relevance.*search/)
        })
      )

      it.effect("reads phrases, exclusions and beginnings, with typographic and open quotes", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const [one, two] = [unique(), unique()]
          const { id: inOrder } = yield* publish(maria, { title: `${one} studies ${two}` })
          const { id: swapped } = yield* publish(maria, { title: `${two} ${one}`, content: "a-b" })
          for (const typed of [
            `"${one} study ${two}"`,
            `“${one} studies” ${two}`,
            `„${one} studies`,
            `${two} -"${two} ${one}"`
          ]) {
            deepStrictEqual(yield* idsOf(typed), [inOrder], typed)
          }
          deepStrictEqual(yield* idsOf(`${one} -studies`), [swapped])
          deepStrictEqual(yield* idsOf(`${two.slice(0, -1)}* ${one}`), [swapped, inOrder])
          deepStrictEqual(yield* idsOf(`${one} a-b`), [swapped])
          deepStrictEqual(yield* idsOf(`-${one}`), [])
        })
      )

      it.effect("finds threads about a disease by any of its names, in texts and by what they are filed under", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const { id: diseaseId } = yield* diseaseNamed(maria, "Marfan syndrome")
          const word = unique()
          const { id: filed } = yield* publish(maria, { title: word, diseaseId: Option.some(diseaseId) })
          const { id: byName } = yield* publish(maria, { title: `${word} and Marfan syndrome` })
          const { id: commented } = yield* publish(maria, { content: word })
          yield* answer(maria, commented, "We live with Marfan syndrome.")
          for (const typed of [`mfs ${word}`, `${word} MFS`, `marfan syndrome ${word}`, `${word} Marfan's syndrome`]) {
            deepStrictEqual(new Set(yield* idsOf(typed)), new Set([byName, filed, commented]), typed)
          }
          deepStrictEqual(yield* idsOf(`"mfs" ${word}`), [])
          deepStrictEqual(yield* idsOf(`mfs ${word}`, `&diseaseId=${diseaseId}&includeDescendants=true`), [filed])
        })
      )

      it.effect("tells whether its total is exact, and highlights matches as safe HTML", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const word = unique()
          const hostile = `a < b & "c" <script>alert(1)</script> ${word} &lt;b&gt;`
          const { id } = yield* publish(maria, { title: `5 < 6 ${word}`, content: hostile })
          const { id: commented } = yield* publish(maria)
          yield* answer(maria, commented, `so **${word}**`)
          const found = yield* get(word)
          deepStrictEqual(
            [eachOf(found), at(found.body, "pagination", "total"), at(found.body, "pagination", "totalExact")],
            [[id, commented], 2, true]
          )
          const [first, second] = listAt(found.body, "data").map((item) => at(item, "highlight"))
          strictEqual(at(first, "title"), `5 &lt; 6 <mark>${word}</mark>`)
          const text = String(at(first, "text"))
          assertTrue(text.includes(`<mark>${word}</mark>`) && text.startsWith("a &lt; b &amp; &quot;c&quot;"), text)
          strictEqual(/<(?!\/?mark>)/.test(text), false, text)
          deepStrictEqual(second, { title: null, text: `so <mark>${word}</mark>` })
          strictEqual(at((yield* send("GET", "/api/posts")).body, "pagination", "totalExact"), undefined)
          const nothing = yield* get(unique())
          deepStrictEqual([eachOf(nothing), at(nothing.body, "pagination", "totalExact")], [[], true])
        })
      )

      it.effect("corrects typing errors if nothing is found, and tells the corrected search in suggestion", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const [word, other] = [`${lettersOnly()}opathy`, lettersOnly()]
          const { id } = yield* publish(maria, { title: `${word} ${other}` })
          const wrong = word.replace("pathy", "ptahy")
          const corrected = yield* get(`${other} ${wrong}`)
          deepStrictEqual([eachOf(corrected), at(corrected.body, "suggestion")], [[id], `${other} ${word}`])
          strictEqual(at((yield* get(word)).body, "suggestion"), undefined)
          const hopeless = yield* get(`${lettersOnly()}xyzzy`)
          deepStrictEqual([eachOf(hopeless), at(hopeless.body, "suggestion")], [[], undefined])
          const disease = yield* diseaseNamed(maria, "Acromegaly")
          const { id: filed } = yield* publish(maria, { title: other, diseaseId: Option.some(disease.id) })
          const misspelt = yield* get(`acromegalie ${other}`)
          deepStrictEqual([eachOf(misspelt), at(misspelt.body, "suggestion")], [[filed], `acromegaly ${other}`])
        })
      )

      it.effect("suggests no word of a deleted post", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const word = `${lettersOnly()}opathy`
          const { id } = yield* publish(maria, { title: word })
          yield* maria.client.posts.remove({ path: { id } })
          const found = yield* get(word.replace("pathy", "paty"))
          deepStrictEqual([eachOf(found), at(found.body, "suggestion")], [[], undefined])
        })
      )
    }
  )
}
