import type { Pagination } from "../../../domain/Page.ts"

/** Lines as one text; what there is not to say is left out. */
export const lines = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join("\n")

/** `1 reply`, `2 replies`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The day of a time. */
export const dayOf = (time: string): string => time.slice(0, 10)

/** How a list was asked for. */
export interface Walked {
  readonly cursor?: string | undefined
}

/** How to read on: by the number, which is short to repeat; by the cursor for whoever walks by it. */
export const nextLine = (nextCursor: string | undefined, { cursor = "" }: Walked, number: string): string =>
  nextCursor === undefined ? "" : ` Next: ${cursor === "" ? number : `cursor ${nextCursor}`}.`

/** Where a page stands, and how to read on. */
export const pageLine = (
  { nextCursor, page, total, totalPages }: typeof Pagination.Encoded,
  asked: Walked,
  one: string
): string =>
  `${counted(total, one)}, page ${page} of ${Math.max(totalPages, 1)}.${nextLine(nextCursor, asked, `page ${page + 1}`)}`
