import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { codeKey, codeSystems, Disease } from "../domain/Disease.ts"
import { nameKey } from "../domain/DiseaseNaming.ts"
import { CategoryId } from "../domain/Ids.ts"
import { disease, ofCategory } from "./DiseaseColumns.ts"

/** What a code is found by; one of a form that we do not know is found as it is written. */
export const storedCodeKey = (code: string): string => codeKey(code) ?? code.trim().toLowerCase()

/** The longest search in which typing errors are looked for, and the shortest word that one is seen in. */
const maxTypoCharacters = 100
const minTypoCharacters = 4

/** The most words of a search that are looked at; the rest of a longer one is passed over. */
const maxWords = 12

/**
 * What stands between words, as a pattern of PostgreSQL. Listed rather than named as a class: what a class holds
 * depends on the database's locale.
 */
const gap = "[\\u0001-\\u002f:-@[-`{-\\u00bf\\u00d7\\u00f7\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020]"

const literally = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, "\\$&")
const beginsWord = (text: string) => `(^|${gap})${literally(text)}`

/** Every way of putting two neighbours of a text in each other's place. */
const transposed = (characters: ReadonlyArray<string>): ReadonlyArray<string> =>
  characters
    .slice(1)
    .map((character, at) =>
      [...characters.slice(0, at), character, characters[at], ...characters.slice(at + 2)].join("")
    )

/** The keys of the codes that a search may mean: one written out, or the identifier alone in any vocabulary. */
const codeKeys = (key: string): ReadonlyArray<string> =>
  /^[a-z]?[0-9][a-z0-9.]*$/.test(key)
    ? [key, ...codeSystems.map((system) => `${system}:${key.replace(/^0+(?=\d)/, "")}`)]
    : [storedCodeKey(key)]

/** The longest search whose spellings with one error are written out: of a short one, halves would tell too little. */
const maxSpelledCharacters = 5

/** Patterns of which any word with one error matches one, and few others do: what an index can narrow names down to. */
const typoPatterns = (characters: ReadonlyArray<string>): ReadonlyArray<string> => {
  const part = (from: number, to?: number) => literally(characters.slice(from, to).join(""))
  if (characters.length <= maxSpelledCharacters) {
    const spellings = [...characters, ""].flatMap((_, at) => [
      `${part(0, at)}.${part(at)}`,
      `${part(0, at)}.?${part(at + 1)}`
    ])
    return [`(^|${gap})(${[...spellings, ...transposed(characters).map(literally)].join("|")})($|${gap})`]
  }
  // One error leaves one half of a word as it is, unless it exchanges the two characters in the middle.
  const half = Math.floor(characters.length / 2)
  const swapped = transposed(characters)
    .slice(half - 1, half)
    .map(beginsWord)
  return [`(^|${gap})${part(0, half)}`, `${part(half)}($|${gap})`, ...swapped]
}

/** A search taken apart. */
const plan = (search: string) => {
  const key = nameKey(search)
  const characters = Array.from(key)
  const mistypable = characters.length >= minTypoCharacters - 1 && characters.length <= maxTypoCharacters
  return {
    key,
    length: characters.length,
    beginning: `${key.replace(/[\\%_]/g, "\\$&")}%`,
    words: (key.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords),
    codes: codeKeys(key),
    typos: mistypable ? typoPatterns(characters) : [],
    transposed: mistypable ? transposed(characters) : []
  }
}

/** The diseases that a search finds, best first: see `DiseasesRepo.page`. */
export const makeSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const texts = (list: ReadonlyArray<string>) =>
    sql`array(select json_array_elements_text(${JSON.stringify(list)}::json))`

  const search = SqlSchema.single({
    Request: Schema.Struct({
      search: Schema.String,
      category: Schema.NullOr(CategoryId),
      offset: Schema.Int,
      limit: Schema.Int
    }),
    Result: Schema.Struct({ items: Schema.Array(Disease), total: Schema.Int }),
    execute: ({ category, limit, offset, search }) => {
      const { beginning, codes, key, length, transposed, typos, words } = plan(search)
      const holdsWords = words.length === 0 ? sql`false` : sql.and(words.map((word) => sql`key ~ ${beginsWord(word)}`))
      // `case` keeps the order of the questions: levenshtein refuses texts of more than 255 characters.
      const oneError = (text: "key" | "word") => sql`case
        when length(${sql(text)}) < ${minTypoCharacters} or abs(length(${sql(text)}) - ${length}::int) > 1 then false
        else levenshtein_less_equal(${sql(text)}, ${key}::text, 1) <= 1
          or ${sql(text)} = any(${texts(transposed)}) end`
      const mistyped =
        typos.length === 0
          ? sql`false`
          : sql`(${sql.or(typos.map((pattern) => sql`key ~ ${pattern}`))}) and not (${holdsWords}) and (${oneError("key")}
              or exists (select from regexp_split_to_table(key, ${`${gap}+`}) as word where ${oneError("word")}))`

      // A question each, so that each is answered by an index: disease_names_key, then disease_names_trigrams.
      // `%>` needs its threshold set before the index is read, for this statement alone: the text that is searched for
      // waits for it.
      return sql`with names as (
          select disease_id, kind, place, name, key, min(class) as class from (
            select *, 0 as class from disease_names where key = ${key}
            union all
            select *, 1 from disease_names where key like ${beginning}
            union all
            select *, 2 from disease_names where ${holdsWords}
            union all
            select *, 3 from disease_names where ${mistyped}
            union all
            select *, 3 from disease_names where key %> (
              select case when set_config('pg_trgm.word_similarity_threshold', '0.5', true) <> '' then ${key}::text end)
          ) found
          where ${ofCategory(sql, category)}
          group by disease_id, kind, place, name, key
        ), matches as (
          select disease_id, kind as field, name as text, place, class,
            array_position(array['name', 'synonym', 'abbreviation'], kind) as kind, similarity(${key}, key) as likeness
          from names
          union all
          select disease_id, 'code', code, place, 0, 0, 1 from disease_codes
          where key = any(${texts(codes)})
            and ${ofCategory(sql, category)}
        ), best as (
          select distinct on (disease_id) disease_id, field, text, kind, class, likeness from matches
          order by disease_id, class, kind, likeness desc, place
        ), shown as (
          select disease_id, field, text,
            row_number() over (order by class, kind, likeness desc, sort_key collate "C", disease_id) as rank
          from best join diseases on diseases.id = disease_id
          order by rank limit ${limit} offset ${offset}
        )
        select
          (select count(*)::int from best) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${disease(sql)}, json_build_object('field', shown.field, 'text', shown.text) as "matchedOn"
            from shown join diseases on diseases.id = shown.disease_id
            order by shown.rank
          ) page) as items`
    }
  })

  return (request: Parameters<typeof search>[0]) =>
    nameKey(request.search) === "" ? Effect.succeed({ items: [], total: 0 }) : search(request)
})
