import type { Pagination } from "../../../domain/Page.ts"

/** Joins lines, without those that are undefined or empty. */
export const lines = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join("\n")

/** `1 reply`, `2 replies`. */
export const quantity = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

export const dayOf = (time: string): string => time.slice(0, 10)

/** The part of a list's arguments that decides how a reader goes on. */
export interface ListQuery {
  readonly cursor?: string | undefined
}

/** The argument for the next page: a number, which is short, or the cursor if the list was read by cursor. */
export const nextLine = (nextCursor: string | undefined, { cursor = "" }: ListQuery, number: string): string =>
  nextCursor === undefined ? "" : ` Next: ${cursor === "" ? number : `cursor ${nextCursor}`}.`

/** The place of a page in its list, and the argument for the next page. */
export const pageLine = (
  { nextCursor, page, total, totalPages }: typeof Pagination.Encoded,
  query: ListQuery,
  one: string
): string =>
  `${quantity(total, one)}, page ${page} of ${Math.max(totalPages, 1)}.${nextLine(nextCursor, query, `page ${page + 1}`)}`
