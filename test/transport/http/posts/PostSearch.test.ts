import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt, long, refusedFor } from "../../../support/Wire.ts"

const get = (search: string, more = "") => send("GET", `/api/posts?search=${encodeURIComponent(search)}${more}`)

/** The ids that match a search in full; it must succeed, and count them. */
const search = (typed: string, more = "") =>
  Effect.gen(function* () {
    const answer = yield* get(typed, more)
    strictEqual(answer.status, 200, typed)
    const [first] = listAt(answer.body, "data")
    if (at(first, "partial") === true) return []
    const ids = eachOf(answer)
    strictEqual(at(answer.body, "pagination", "total"), ids.length, typed)
    return ids
  })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`GET /api/posts?search (${storage.name})`, (it) => {
    it.effect("finds posts that hold every word, in any order, in title, content and comments together", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const [one, two, three] = [unique(), unique(), unique()]
        const { id } = yield* publish(maria, { title: `About ${one}`, content: `some **${two}**, or more` })
        yield* publish(maria, { title: one, content: "nothing else" })
        yield* answer(yield* join(), id, `a [${three}](https://example.org/)`)
        for (const typed of [two, three, `${one} ${two}`, `${three} ${one} ${two}`, `${two}, ${three}!`]) {
          deepStrictEqual(yield* search(typed), [id])
        }
        deepStrictEqual(yield* search(`${two} ${unique()}`), [])
        strictEqual((yield* search(one)).length, 2)
      })
    )

    it.effect("ignores case, accents, width and English endings", () =>
      Effect.gen(function* () {
        const word = unique()
        const title = `${word} Ménière’s Straße, the families were running`
        const { id } = yield* publish(yield* join(), { title, content: "Ελπίδα НАДЕЖДА" })
        const found = [
          "meniere",
          "MÉNIÈRE",
          "Me\u0301nie\u0300re",
          "strasse",
          "family",
          "families",
          "run",
          "runs",
          "Ｆamily",
          "ελπιδα",
          "надежда"
        ]
        for (const typed of found) deepStrictEqual(yield* search(`${typed} ${word.toUpperCase()}`), [id], typed)
        for (const typed of ["walking", "strassenbahn"]) deepStrictEqual(yield* search(`"${typed}" ${word}`), [], typed)
      })
    )

    it.effect("matches the last word as a prefix, and no other", () =>
      Effect.gen(function* () {
        const word = unique()
        const { id } = yield* publish(yield* join(), { title: `${word} Neurofibromatosis` })
        for (const half of ["n", "neuro", "neurofibromatos", "NEUROFIBRO"]) {
          deepStrictEqual(yield* search(`${word} ${half}`), [id], half)
        }
        deepStrictEqual(yield* search(`neurofibro ${word}`), [])
        deepStrictEqual(yield* search(`${word} fibromatosis`), [])
      })
    )

    it.effect("finds any part of a text in a script without spaces", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria, { title: "罕见病患者的家庭", content: "マルファン症候群について" })
        yield* answer(maria, id, "ครอบครัวของเรารอหกปี")
        for (const part of [
          "罕见",
          "见病患",
          "罕见病患者的家庭",
          "庭",
          "ファン症",
          "症候群",
          "ครัวของ",
          "หกปี",
          "患者 症候群 หกปี"
        ]) {
          deepStrictEqual(yield* search(part), [id], part)
        }
        for (const absent of ["罕病", "病见", "患者家庭", "候症"]) deepStrictEqual(yield* search(absent), [], absent)
      })
    )

    it.effect("reads characters with a meaning in SQL as text", () =>
      Effect.gen(function* () {
        const word = unique()
        const { id } = yield* publish(yield* join(), { title: `${word} o'neil 100%` })
        const wordless = [
          "%",
          "_",
          "%%",
          "\\",
          "'",
          "''",
          "&",
          "|",
          "!",
          "( )",
          ":*",
          "<->",
          "&|!:*()<->",
          "\\'",
          "*",
          "?",
          ";",
          "--"
        ]
        for (const typed of wordless) deepStrictEqual(yield* search(typed), [], typed)
        for (const typed of wordless) deepStrictEqual(yield* search(`${word} ${typed}`), [id], typed)
        for (const typed of wordless) deepStrictEqual(yield* search(`${word}${typed}`), [id], typed)
        for (const typed of [`%${word.slice(2)}`, `_${word.slice(1)}`, `${word.slice(0, 2)}%`.replace("%", "%x")]) {
          deepStrictEqual(yield* search(typed), [], typed)
        }
        const hostile = [
          `${word}'; drop table posts; --`,
          `${word} & ! |`,
          `!${word} | x`,
          `${word}:* & (`,
          `"${word}`,
          `-${word} <2> ${word}`,
          `${word}\u0001`
        ]
        for (const typed of hostile) assertTrue([200, 400].includes((yield* get(typed)).status), typed)
        deepStrictEqual(yield* search(`!${word}`), [id])
      })
    )

    it.effect("answers 400 to invalid text, or text of more than 500 characters", () =>
      Effect.gen(function* () {
        strictEqual((yield* get(long(500))).status, 200)
        refusedFor(yield* get(long(501)), 400, /^search .*500/)
        refusedFor(yield* send("GET", "/api/posts?search=a%00b"), 400, /^search /)
        const broken = yield* send("GET", "/api/posts?search=%ED%A0%80")
        assertTrue([200, 400].includes(broken.status))
      })
    )

    it.effect("combines with filters, orders and pages", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const word = unique()
        const disease = yield* diseaseNamed(maria, "Wilson disease")
        const { id: a } = yield* publish(maria, { title: word, diseaseId: disease.id })
        const { id: b } = yield* publish(maria, { content: word, category: "question" })
        const { id: c } = yield* publish(maria)
        yield* answer(maria, c, word)
        yield* answer(maria, a)
        yield* answer(maria, a)
        deepStrictEqual(yield* search(word, "&sort=date"), [c, b, a])
        deepStrictEqual(yield* search(word, "&sort=replies"), [a, c, b])
        deepStrictEqual(yield* search(word, "&category=question"), [b])
        deepStrictEqual(yield* search(word, `&diseaseId=${disease.id}`), [a])
        deepStrictEqual(yield* search(word, `&diseaseId=${disease.id}&category=question`), [])
        const second = yield* get(word, "&sort=date&limit=2&page=2")
        deepStrictEqual(eachOf(second), [a])
        deepStrictEqual(
          [
            at(second.body, "pagination", "total"),
            at(second.body, "pagination", "totalPages"),
            at(second.body, "pagination", "hasMore")
          ],
          [3, 2, false]
        )
        deepStrictEqual(eachOf(yield* get(word, "&page=9")), [])
      })
    )

    it.effect("finds text, code and alternative texts of Markdown, not tags and URLs", () =>
      Effect.gen(function* () {
        const [text, code, alt, hidden, host] = [unique(), unique(), unique(), unique(), unique()]
        const content = `~~${text}~~ \`${code}\` ![${alt}](https://${host}.example/) <b title="${hidden}">`
        const { id } = yield* publish(yield* join(), { content })
        for (const word of [text, code, alt]) deepStrictEqual(yield* search(word), [id])
        for (const word of [hidden, host]) deepStrictEqual(yield* search(word), [])
      })
    )
  })
}
