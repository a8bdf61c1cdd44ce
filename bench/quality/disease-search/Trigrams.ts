import { connected } from "../../Database.ts"
import { fresh } from "../../Store.ts"
import { readCatalogue } from "./Catalogue.ts"
import type { Answer } from "./Score.ts"

/** The result of plain trigrams of PostgreSQL, for comparison: the nearest names and codes, only by similarity. */
export const trigramAnswers = async (searches: ReadonlyArray<string>): Promise<ReadonlyMap<string, Answer>> => {
  const { remove, variables } = await fresh("server")
  try {
    return await answersIn(variables["DATABASE_URL"] ?? "", searches)
  } finally {
    await remove()
  }
}

const answersIn = (url: string, searches: ReadonlyArray<string>): Promise<ReadonlyMap<string, Answer>> =>
  connected(url, async (client) => {
    const rows = readCatalogue().flatMap(({ codes, id, name, synonyms }) => [
      ...[name, ...synonyms].map((text) => ({ id, text })),
      ...[...codes].flatMap(([vocabulary, own]) => own.map((code) => ({ id, text: `${vocabulary}:${code}` })))
    ])
    await client.query("create extension if not exists pg_trgm")
    await client.query("create temp table names (disease text, name text)")
    await client.query("insert into names select * from unnest($1::text[], $2::text[])", [
      rows.map(({ id }) => id),
      rows.map(({ text }) => text)
    ])
    await client.query("create index on names using gin (name gin_trgm_ops)")
    await client.query("analyze names")
    const answers = new Map<string, Answer>()
    for (const search of searches) {
      const found = await client.query<{ readonly disease: string; readonly total: number }>({
        name: "nearest",
        text: `select disease, count(*) over ()::int as total from names where name % $1
          group by disease order by max(similarity(name, $1)) desc, disease limit 5`,
        values: [search]
      })
      const [{ total } = { total: 0 }] = found.rows
      answers.set(search, { found: found.rows.map(({ disease }) => [disease]), total })
    }
    return answers
  })
