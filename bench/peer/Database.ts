import pg from "pg"

// Counts are small numbers, and a bigint would arrive as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** As many connections as ours has. */
export const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

/** A statement that is prepared once for each connection. */
export const statement =
  <Row extends pg.QueryResultRow>(name: string, text: string) =>
  async (...values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows

/** The only row, or none. */
export const single = <Row extends pg.QueryResultRow>(name: string, text: string) => {
  const run = statement<Row>(name, text)
  return async (...values: ReadonlyArray<unknown>): Promise<Row | undefined> => (await run(...values))[0]
}
