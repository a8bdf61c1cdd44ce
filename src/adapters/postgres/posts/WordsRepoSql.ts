import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { type SimilarWords, WordsRepo } from "../../../ports/WordsRepo.ts"
import { orUnavailable } from "../connection/Failures.ts"

const Word = Schema.Struct({ word: Schema.String })

const wordsByTyped = (rows: ReadonlyArray<{ readonly typed: string; readonly word: string }>): SimilarWords => {
  const words = new Map<string, Array<string>>()
  for (const { typed, word } of rows) {
    const similar = words.get(typed)
    if (similar === undefined) words.set(typed, [word])
    else similar.push(word)
  }
  return words
}

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  // Ordered, so that two transactions with the same words cannot deadlock.
  const learn = SqlSchema.void({
    Request: Schema.Array(Schema.String),
    execute: (words) => sql`
      insert into known_words (word) select word from json_array_elements_text(${JSON.stringify(words)}::json) as word
      order by word on conflict do nothing`
  })

  const known = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Word,
    execute: (words) => sql`
      select word from known_words
      where word in (select json_array_elements_text(${JSON.stringify(words)}::json))`
  })

  // Index known_words_trigrams.
  const near = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ typed: Schema.String, word: Schema.String }),
    execute: (words) => sql`
      select typed, word
      from json_array_elements_text(${JSON.stringify(words)}::json) typed, similar_words(typed) word`
  })

  return WordsRepo.of({
    learn: (words) => (words.length === 0 ? Effect.void : orUnavailable(learn(words))),
    known: (words) => Effect.map(orUnavailable(known(words)), (rows) => new Set(rows.map(({ word }) => word))),
    near: (words) => Effect.map(words.length === 0 ? Effect.succeed([]) : orUnavailable(near(words)), wordsByTyped)
  })
})

/** Words in PostgreSQL. */
export const layer = Layer.effect(WordsRepo, make)
