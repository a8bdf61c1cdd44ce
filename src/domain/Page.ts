import { Either, Schema } from "effect"
import { CursorRefused, type List } from "./Cursor.ts"

const count = Schema.Number.annotations({ message: () => ({ message: "must be a number", override: true }) }).pipe(
  Schema.int({ message: () => "must be a whole number" }),
  Schema.between(1, 2_147_483_647, { message: () => "must be from 1 to 2147483647" })
)

/** Which page, from 1. */
export const PageNumber = count

/** How many items a page holds. Above 100 is answered as 100, and the answer's `pagination.limit` says so. */
export const PageLimit = count

/** The most items that one page holds. */
export const maxPageItems = 100

/** How many items a page holds when a caller names no limit. */
export const usualPageItems = 20

/** A page that somebody asks for, by its number or by a cursor: the first, of twenty items, when nothing is named. */
export interface PageRequest {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  /** The `nextCursor` of the page before; an empty one counts as absent. */
  readonly cursor?: string | undefined
}

/** Which rows a repository reads: from an offset on, or those behind a key, and then the offset is for show. */
export interface Window<Key = null> {
  readonly offset: number
  readonly limit: number
  readonly after?: Key | undefined
}

/** The rows of a page; the cap on `limit` is set here and nowhere else. Fails for a cursor that is not of the list. */
export const windowOf = <Key>(
  list: List<Key>,
  { cursor = "", limit = usualPageItems, page }: PageRequest
): Either.Either<Window<Key>, CursorRefused> => {
  const capped = Math.min(limit, maxPageItems)
  if (cursor === "") return Either.right({ offset: ((page ?? 1) - 1) * capped, limit: capped })
  if (page !== undefined) return Either.left(new CursorRefused({ why: "send page or cursor, not both" }))
  return Either.map(list.placeAt(cursor), ({ after, passed }) => ({ offset: passed, limit: capped, after }))
}

/** What a cursor is for, where pages tell one. */
export const nextCursor = Schema.optionalWith(Schema.String, { exact: true }).annotations({
  description: "Where the next page begins: send it as `cursor`. Absent where there is no more."
})

/** Where a page stands in the whole list. */
export const Pagination = Schema.Struct({
  page: Schema.Number.pipe(Schema.int()),
  limit: Schema.Number.pipe(Schema.int()),
  total: Schema.Number.pipe(Schema.int()),
  totalPages: Schema.Number.pipe(Schema.int()),
  hasMore: Schema.Boolean,
  nextCursor
}).annotations({ identifier: "Pagination", description: "Where this page stands in the whole list." })

/** One page of a list of `Item`. */
export const Page = <A, I, R>(Item: Schema.Schema<A, I, R>) =>
  Schema.Struct({ data: Schema.Array(Item), pagination: Pagination })

/** What a repository found for a window: its items, and how many there are in all, both of one moment. */
export interface Found<A, Key = null> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  /** The key of the last item, where there are more behind it. */
  readonly next?: Key | undefined
}

/** What was found where one row more, or several, were read than the window holds, to learn whether there are more. */
export const foundAmong = <A, Key>(
  rows: ReadonlyArray<A>,
  total: number,
  { limit }: Window<Key>,
  keyOf: (row: A) => Key
): Found<A, Key> => {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return last === undefined ? { items, total } : { items, total, next: keyOf(last) }
}

/** What was found where there are no keys: a place is told by how many stand before it. */
export const foundByPlace = <A>(items: ReadonlyArray<A>, total: number, { limit, offset }: Window): Found<A> =>
  offset + limit < total ? { items, total, next: null } : { items, total }

/** Whether there is more behind a window, and the cursor that leads there. */
export const moreOf = <Key>(list: List<Key>, { limit, offset }: Window<Key>, { next }: Found<unknown, Key>) =>
  next === undefined
    ? { hasMore: false }
    : { hasMore: true, nextCursor: list.cursorAt({ passed: offset + limit, after: next }) }

/** The page that a window is, past the end an empty one. Who walks by cursor is told the number that it would have. */
export const pageOf = <A, Key>(list: List<Key>, window: Window<Key>, found: Found<A, Key>) => {
  const { limit, offset } = window
  const { items, total } = found
  return {
    data: items,
    pagination: {
      page: Math.floor(offset / limit) + 1,
      limit,
      total,
      totalPages: Math.ceil(total / limit),
      ...moreOf(list, window, found)
    }
  }
}
