import { filterMarkdown } from "@rare-disease-community/markdown/FilterMarkdown"
import { Either } from "effect"
import type pg from "pg"
import { contentVector, titleVector } from "../../src/adapters/postgres/SearchVector.ts"
import { Random } from "../driver/Random.ts"
import { type Words, wordsOf } from "./Words.ts"

// Contents are made once each, through the filter that members' texts go through, and are used in many posts. The first
// million posts have titles of their own, and later posts repeat them.

export const postTexts = 3_000
export const commentTexts = 1_000

/** The titles that are made for a number of posts. */
export const titlesFor = (posts: number) => Math.min(posts, 1_000_000) + 1

const filtered = (markdown: string) => Either.getOrThrow(filterMarkdown(markdown))

const rowOf = (markdown: string, number: number) => {
  const { content, excerpt, html, text } = filtered(markdown)
  return { number, content, html, excerpt, search: contentVector(text) }
}

const postText = (length?: number) => (words: Words, random: Random, number: number) =>
  rowOf(length === undefined ? words.markdown(random, 1_150) : words.words(random, length), number)

const commentText = (length?: number) => (words: Words, random: Random, number: number) =>
  rowOf(length === undefined ? words.reply(random) : words.words(random, Math.ceil(length / 2)), number)

const titleRow = (words: Words, random: Random, number: number) => {
  const title = words.title(random)
  return { number, title, search: titleVector(title) }
}

const textColumns = "number int, content text, html text, excerpt text, search tsvector"
const titleColumns = "number int, title text, search tsvector"
const batchSize = 500

/** Stores the texts as `bench.post_texts` and `bench.comment_texts`, numbered from 0, and `bench.titles`, one for each post. */
export const storeTexts = async (
  client: pg.Client,
  size: { readonly posts: number; readonly seed: number; readonly words?: number }
) => {
  const words = wordsOf(size.seed)
  const random = new Random(11_000 + size.seed)
  const tables = [
    { table: "bench.post_texts", columns: textColumns, count: postTexts, rowOf: postText(size.words) },
    { table: "bench.comment_texts", columns: textColumns, count: commentTexts, rowOf: commentText(size.words) },
    { table: "bench.titles", columns: titleColumns, count: titlesFor(size.posts), rowOf: titleRow }
  ]
  for (const { columns, count, rowOf, table } of tables) {
    await client.query(`create unlogged table ${table} (${columns})`)
    for (let from = 0; from < count; from += batchSize) {
      const rows = Array.from({ length: Math.min(batchSize, count - from) }, (_, index) =>
        rowOf(words, random, from + index)
      )
      await client.query(`insert into ${table} select * from json_to_recordset($1::json) as given (${columns})`, [
        JSON.stringify(rows)
      ])
    }
    await client.query(`create unique index on ${table} (number); analyze ${table}`)
  }
}
