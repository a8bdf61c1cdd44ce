import { Either } from "effect"
import type pg from "pg"
import { contentVector, titleVector } from "../../src/adapters/postgres/SearchVector.ts"
import { filterMarkdown } from "../../src/markdown/FilterMarkdown.ts"
import { Random } from "../driver/Random.ts"
import { markdownOf, replyOf, titleOf } from "./Words.ts"

// Texts are made once each, through the filter that members' texts go through, and stand in many posts.

export const postTexts = 3_000
export const commentTexts = 1_000

const filtered = (markdown: string) => Either.getOrThrow(filterMarkdown(markdown))

const postText = (random: Random, number: number) => {
  const title = titleOf(random)
  const { content, excerpt, html, text } = filtered(markdownOf(random, 1_150))
  return { number, title, content, html, excerpt, search: `${titleVector(title)} ${contentVector(text)}` }
}

const commentText = (random: Random, number: number) => {
  const { content, excerpt, html, text } = filtered(replyOf(random))
  return { number, title: "", content, html, excerpt, search: contentVector(text) }
}

const columns = "number int, title text, content text, html text, excerpt text, search tsvector"

/** Stores the texts as `bench.post_texts` and `bench.comment_texts`, numbered from 0. */
export const storeTexts = async (client: pg.Client) => {
  const random = new Random(11)
  const texts = [
    { table: "bench.post_texts", rows: Array.from({ length: postTexts }, (_, number) => postText(random, number)) },
    {
      table: "bench.comment_texts",
      rows: Array.from({ length: commentTexts }, (_, number) => commentText(random, number))
    }
  ]
  for (const { rows, table } of texts) {
    await client.query(`create unlogged table ${table} (${columns})`)
    for (let from = 0; from < rows.length; from += 500) {
      await client.query(`insert into ${table} select * from json_to_recordset($1::json) as given (${columns})`, [
        JSON.stringify(rows.slice(from, from + 500))
      ])
    }
    await client.query(`create unique index on ${table} (number); analyze ${table}`)
  }
}
