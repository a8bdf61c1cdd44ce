import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { WordsRepo } from "../repositories/WordsRepo.ts"
import { stored } from "./Failures.ts"

const Word = Schema.Struct({ word: Schema.String })

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  // In one order, so that two who learn the same words do not wait for each other.
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
    Request: Schema.String,
    Result: Word,
    execute: (word) => sql`select near_words as word from near_words(${word})`
  })

  return WordsRepo.of({
    learn: (words) => (words.length === 0 ? Effect.void : stored(learn(words))),
    known: (words) => Effect.map(stored(known(words)), (rows) => new Set(rows.map(({ word }) => word))),
    near: (word) => Effect.map(stored(near(word)), (rows) => rows.map(({ word }) => word))
  })
})

/** Words in PostgreSQL. */
export const layer = Layer.effect(WordsRepo, make)
