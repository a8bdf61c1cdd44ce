import type { Fact, Release } from "../Facts.ts"

/** The trimmed field of a column of one row; empty where the table lacks the column. */
export type GetField = (column: string) => string

/** A known format of tables, recognised by its columns; a table may have more. */
export interface TableFormat {
  readonly columns: ReadonlyArray<string>
  /** The release of a table that does not name one itself. */
  readonly release?: { readonly of: Release; readonly version: string }
  readonly factOf: (field: GetField) => Fact | undefined
}
