import type { Fact, Release } from "./Facts.ts"

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, string>>

/** A kind of table: known by its columns, of which it may have more. */
export interface TableKind {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** The release that the table is of, where neither it nor its comments tell. */
  readonly release?: { readonly of: Release; readonly version: string }
  readonly facts: (row: Row) => ReadonlyArray<Fact>
}

/** A field of a row; empty where the row has no such column. */
export const field = (row: Row, column: string): string => (row[column] ?? "").trim()
