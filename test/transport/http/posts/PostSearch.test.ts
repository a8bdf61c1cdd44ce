import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, listAt } from "../../../support/Wire.ts"

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

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })("Snippets of many long texts", (it) => {
    it.effect("are of the texts' beginnings where a page has too much to read, and of whole short texts", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const word = unique()
        const publishLong = (count: number) =>
          Effect.replicateEffect(publish(maria, { content: `${"lorem ".repeat(3_200)}${word}` }), count)
        /** How many texts of a page have a snippet, of how many. */
        const snippets = Effect.map(send("GET", `/api/posts?limit=100&search=${word}`), ({ body }) => {
          const texts = listAt(body, "data").map((item) => at(item, "highlight", "text"))
          return [texts.filter((text) => String(text).includes(`<mark>${word}</mark>`)).length, texts.length]
        })
        yield* publish(maria, { content: `${"lorem ".repeat(100)}${word}` })
        yield* publishLong(9)
        deepStrictEqual(yield* snippets, [10, 10])
        yield* publishLong(2)
        deepStrictEqual(yield* snippets, [1, 12])
      })
    )
  })
}
