import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Schedule } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt, refusedFor } from "../../../support/Wire.ts"

const get = (search: string, more = "") => send("GET", `/api/posts?search=${encodeURIComponent(search)}${more}`)

const idsOf = (search: string, more = "") => Effect.map(get(search, more), (found) => eachOf(found))

/** A word of letters alone that no other text holds: what can be corrected. */
const lettersOnly = () => unique().replace(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))

/** Waits until the server has read the words of the community again, and a new word of letters alone is among them. */
const readAgain = (word: string) =>
  Effect.repeat(get(`${word}x ${unique()}`), {
    until: ({ body }) => String(at(body, "suggestion")).startsWith(`${word} `),
    schedule: Schedule.spaced("20 millis")
  })

for (const storage of memoryAndDatabase) {
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

      it.effect("finds a question in own words, whose content words a post has in words that mean the same", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          for (const [title, searches] of [
            ["How do I bath a newborn with blisters?", ["how do i bath my baby", "how can we wash our infant"]],
            ["Wie badet ihr ein Neugeborenes mit Blasen?", ["wie soll ich mein Baby waschen", "Säugling baden"]],
            ["Comment laver un nourrisson avec des cloques ?", ["comment je peux laver mon bébé", "bébé bain"]],
            ["¿Cómo bañar a un recién nacido con ampollas?", ["cómo puedo bañar a mi bebé", "lactante ducha"]]
          ] as const) {
            const { id } = yield* publish(maria, { title })
            for (const search of searches) {
              const [first] = yield* idsOf(search)
              deepStrictEqual(first, id, search)
            }
          }
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
          const { id: filed } = yield* publish(maria, { title: word, diseaseId: diseaseId })
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
          const bob = yield* join()
          yield* answer(bob, commented, `so **${word}**`)
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
          deepStrictEqual(eachOf(found, "foundInComment"), [undefined, true])
          deepStrictEqual(eachOf(found, "commentAuthor"), [undefined, { id: bob.user.id, username: bob.user.username }])
          strictEqual(at((yield* send("GET", "/api/posts")).body, "pagination", "totalExact"), undefined)
          const nothing = yield* get(unique())
          deepStrictEqual([eachOf(nothing), at(nothing.body, "pagination", "totalExact")], [[], true])
        })
      )

      it.effect("leaves out the words that only connect the others in a question", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const [word, other] = [unique(), unique()]
          const { id } = yield* publish(maria, { title: word, content: other })
          const { id: whole } = yield* publish(maria, { title: "x", content: `how do I ${word} with ${other}` })
          for (const typed of [
            `how do I ${word} with ${other}?`,
            `What's ${word} and ${other}`,
            `${word} of ${other} for it`
          ]) {
            deepStrictEqual(new Set(yield* idsOf(typed)), new Set([id, whole]), typed)
          }
          deepStrictEqual(yield* idsOf(`"how do I" ${word}`), [whole])
          deepStrictEqual(yield* idsOf(`how* ${word}`), [whole])
          deepStrictEqual(yield* idsOf(`${word} how`), [whole])
        })
      )

      it.effect(
        "finds posts with most of the words, marked partial, where none has all, and says what to try without any",
        () =>
          Effect.gen(function* () {
            const maria = yield* join()
            const [one, two, three, missing] = [unique(), unique(), unique(), lettersOnly()]
            const { id: older } = yield* publish(maria, { title: `${one} ${two}`, content: three })
            const { id: newer } = yield* publish(maria, { title: one, content: `${two} ${three}` })
            yield* publish(maria, { title: `${one} ${two}` })
            const text = `how do I ${one} ${two} ${three} ${missing}`
            const found = yield* get(text)
            const marks = listAt(found.body, "data").map((item) => [at(item, "partial"), at(item, "missing")])
            deepStrictEqual(
              [eachOf(found), marks],
              [
                [older, newer],
                [
                  [true, [missing]],
                  [true, [missing]]
                ]
              ]
            )
            deepStrictEqual([at(found.body, "pagination", "total"), at(found.body, "hint")], [2, undefined])
            const next = String(at((yield* get(text, "&limit=1")).body, "pagination", "nextCursor"))
            deepStrictEqual(yield* idsOf(text, `&limit=1&cursor=${encodeURIComponent(next)}`), [newer])
            deepStrictEqual(
              yield* idsOf(`${one} ${two} ${missing} -${three}`).pipe(Effect.map((ids) => ids.includes(older))),
              false
            )
            const all = yield* get(`${one} ${two} ${three}`)
            deepStrictEqual(
              listAt(all.body, "data").map((item) => at(item, "partial")),
              [undefined, undefined]
            )
            for (const typed of [`"${missing}" ${one} ${two} ${three}`, unique(), `-${one}`]) {
              const nothing = yield* get(typed)
              deepStrictEqual([eachOf(nothing), at(nothing.body, "pagination", "total")], [[], 0], typed)
              const isNarrowed = /^-|"/.test(typed)
              assertTrue(
                String(at(nothing.body, "hint")).includes(isNarrowed ? "leave out others" : "Try fewer"),
                typed
              )
            }
            // Other posts have the word, so the hint must not say that none has it.
            const filtered = yield* get(one, "&category=experience")
            assertTrue(String(at(filtered.body, "hint")).includes("leave out others"))
          })
      )

      it.effect("finds the posts nearest to the words where none has most, with the words that each lacks", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const [rare, common, absent, other, last] = [unique(), unique(), unique(), unique(), lettersOnly()]
          const { id: nearest } = yield* publish(maria, { title: rare })
          yield* answer(maria, nearest, other)
          yield* publish(maria, { title: "x", content: common })
          const { id: commonInTitle } = yield* publish(maria, { title: common })
          yield* publish(maria, { title: common })
          yield* publish(maria, { title: common, content: other })
          yield* publish(maria, { title: last })
          yield* readAgain(last)
          const found = yield* get(`what about ${rare} ${absent} ${common} ${unique()}`, "&limit=1")
          const [post] = listAt(found.body, "data")
          deepStrictEqual(
            [at(post, "id"), at(post, "partial"), at(found.body, "pagination", "total")],
            [nearest, true, 5]
          )
          deepStrictEqual(listAt(post, "missing").slice(0, 2), [absent, common])
          deepStrictEqual(eachOf(yield* get(`${common} ${absent} -${other}`)).includes(nearest), false)
          deepStrictEqual(eachOf(yield* get(`${common} ${absent} -${other}`)).at(-2), commonInTitle)
          deepStrictEqual(yield* idsOf(`${common} ${absent}`, "&category=question"), [])
          deepStrictEqual(yield* idsOf(`"${absent}" ${common}`), [])
        })
      )

      it.effect("finds by half the name of a disease what is filed under it, after what has the words", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const { id: diseaseId } = yield* diseaseNamed(maria, "Friedreich ataxia")
          const word = unique()
          const { id: commented } = yield* publish(maria, { content: word })
          yield* answer(maria, commented, "like friedreich")
          const { id: filed } = yield* publish(maria, { content: word, diseaseId })
          const { id: titled } = yield* publish(maria, { title: word, diseaseId })
          const typed = yield* get(`friedreich ${word}`)
          deepStrictEqual(eachOf(typed), [titled, commented, filed])
          deepStrictEqual(
            listAt(typed.body, "data").map((post) => at(post, "partial")),
            [undefined, undefined, undefined]
          )
          deepStrictEqual(yield* idsOf(`Friedreich's ${word}`), [titled, commented, filed])
          deepStrictEqual(yield* idsOf(`"friedreich" ${word}`), [commented])
        })
      )

      it.effect("finds by other words for the same only where nothing has the words as typed", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const word = unique()
          const { id: fridge } = yield* publish(maria, { title: `${word} on the fridge` })
          const { id: dog } = yield* publish(maria, { title: word, content: "Our assistance dog helps." })
          const found = yield* get(`${word} refrigerators`)
          deepStrictEqual([eachOf(found), at(found.body, "suggestion")], [[fridge], undefined])
          const [post] = listAt(found.body, "data")
          strictEqual(at(post, "partial"), undefined)
          strictEqual(at(post, "highlight", "title"), `<mark>${word}</mark> on the <mark>fridge</mark>`)
          deepStrictEqual(yield* idsOf(`guide dog ${word}`), [dog])
          deepStrictEqual(yield* idsOf(`"refrigerators" ${word}`), [])
          const { id: typed } = yield* publish(maria, { title: `${word} refrigerator` })
          deepStrictEqual(yield* idsOf(`${word} refrigerators`), [typed])
        })
      )

      it.effect("corrects typing errors by the words of the community", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const [word, other] = [`${lettersOnly()}motherapy`, unique()]
          const { id } = yield* publish(maria, { title: `Surgery ${other}` })
          yield* answer(maria, id, `It was ${word}.`)
          yield* readAgain(word)
          for (const typed of [word.replace("mother", "mohter"), word.replace("therapy", "terapy")]) {
            const misspelt = yield* get(`${other} ${typed} now`)
            deepStrictEqual([eachOf(misspelt), at(misspelt.body, "suggestion")], [[id], `${other} ${word} now`], typed)
          }
          strictEqual(at((yield* get(`surgary ${other}`)).body, "suggestion"), `surgery ${other}`)
          strictEqual(at((yield* get(`"${word.replace("mother", "mohter")}" ${other}`)).body, "suggestion"), undefined)
          const removed = yield* publish(maria, { title: `${word}ologist` })
          yield* send("DELETE", `/api/posts/${removed.id}`, { as: maria.token })
          strictEqual(at((yield* get(`${word}olgist`)).body, "suggestion"), undefined)
        })
      )

      it.effect("corrects typing errors by the names of diseases if nothing is found, and says so in suggestion", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const [word, other] = [`${lettersOnly()}opathy`, lettersOnly()]
          const disease = yield* diseaseNamed(maria, "Acromegaly")
          const { id } = yield* publish(maria, { title: other, diseaseId: disease.id })
          yield* publish(maria, { title: word })
          yield* readAgain(other)
          for (const typed of ["acromegallly", "Acromegayl"]) {
            const misspelt = yield* get(`${typed} ${other}`)
            deepStrictEqual([eachOf(misspelt), at(misspelt.body, "suggestion")], [[id], `acromegaly ${other}`], typed)
          }
          for (const typed of [`acromegaly ${other}`, word]) {
            const found = yield* get(typed)
            deepStrictEqual([eachOf(found).length, at(found.body, "suggestion")], [1, undefined], typed)
          }
          const hopeless = yield* get(`"acromegallly" ${other}`)
          deepStrictEqual([eachOf(hopeless), at(hopeless.body, "suggestion")], [[], undefined])
        })
      )
    }
  )
}
