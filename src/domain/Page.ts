import { Effect, Either, Encoding, Hash, Schema, Struct } from "effect"
import { count, exactOptional, wholeNumber } from "./Fields.ts"

export const PageNumber = wholeNumber(1, 2_147_483_647)

/** A limit above 100 counts as 100, as `pagination.limit` of the response shows. */
export const PageLimit = wholeNumber(1, 2_147_483_647)

/** The maximum number of items of a page (contract, Conventions). */
export const maxPageItems = 100

/** The number of items of a page, unless the caller asks for another. */
export const usualPageItems = 20

/** The maximum number of entries of an Atom feed (contract, Follows and mail). */
export const maxFeedEntries = 50

/** A page by its number or by a cursor; the first by default. */
export interface PageRequest {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  /** The `nextCursor` of the previous page; an empty one counts as absent. */
  readonly cursor?: string | undefined
}

/** The rows that a repository reads: from `after` on, or else from the offset on. */
export interface PageSlice<Key = null> {
  readonly offset: number
  readonly limit: number
  readonly after?: Key | undefined
}

/**
 * The rows of a page, with `limit` capped. Fails for a cursor of another list, and for a cursor together with a page.
 */
export const pageSliceOf = <Key>(
  list: CursorCodec<Key>,
  { cursor = "", limit = usualPageItems, page }: PageRequest
): Either.Either<PageSlice<Key>, InvalidCursor> => {
  const capped = Math.min(limit, maxPageItems)
  if (cursor === "") return Either.right({ offset: ((page ?? 1) - 1) * capped, limit: capped })
  if (page !== undefined) return Either.left(new InvalidCursor({ reason: "besidePage" }))
  return Either.map(list.decode(cursor), ({ after, offset }) => ({ offset, limit: capped, after }))
}

export const nextCursor = exactOptional(Schema.String).annotations({
  description: "Where the next page begins: send it as `cursor`. Absent where there is no more."
})

export const Pagination = Schema.Struct({
  page: count,
  limit: count,
  total: count,
  totalPages: count,
  hasMore: Schema.Boolean,
  nextCursor
}).annotations({ identifier: "Pagination", description: "The place of this page in the whole list." })

export const FoundPagination = Schema.Struct({
  ...Pagination.fields,
  totalExact: Schema.optional(Schema.Boolean).annotations({
    description: "Of a search: false if there are more than `total`, at most 1,000."
  })
}).annotations({ identifier: "FoundPagination", description: "The place of this page in the whole list." })

export const Page = <A, I, R>(Item: Schema.Schema<A, I, R>) =>
  Schema.Struct({ data: Schema.Array(Item), pagination: Pagination })

/** The items of a slice and the total of the list, both of one moment. */
export interface PageResult<A, Key = null> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  /** The key of the last item, if there are more. */
  readonly next?: Key | undefined
  /** Of a search: false if there may be more than `total`. */
  readonly exact?: boolean | undefined
}

/** The page of rows that were read with one beyond the limit; `read` is their number where only some are passed. */
export const pageFromOverfetch = <A, Key>(
  rows: ReadonlyArray<A>,
  total: number,
  { limit }: PageSlice<Key>,
  keyOf: (row: A) => Key,
  read = rows.length
): PageResult<A, Key> => {
  const items = rows.slice(0, limit)
  const last = read > items.length ? items.at(-1) : undefined
  return last === undefined ? { items, total } : { items, total, next: keyOf(last) }
}

/** The result for a list without keys, whose positions are offsets. */
export const pageByOffset = <A>(items: ReadonlyArray<A>, total: number, { limit, offset }: PageSlice): PageResult<A> =>
  offset + limit < total ? { items, total, next: null } : { items, total }

export const moreOf = <Key>(
  list: CursorCodec<Key>,
  { limit, offset }: PageSlice<Key>,
  { items, next }: PageResult<unknown, Key>
) =>
  next === undefined
    ? { hasMore: false }
    : {
        hasMore: true,
        // A page with keys may end before its limit.
        nextCursor: list.encode({ offset: offset + (next === null ? limit : items.length), after: next })
      }

/** A page as it is sent. Pages by cursor have the number that the same offset would give. */
export const pageOf = <A, Key>(list: CursorCodec<Key>, slice: PageSlice<Key>, result: PageResult<A, Key>) => {
  const { limit, offset } = slice
  const { exact, items, total } = result
  return {
    data: items,
    pagination: {
      page: Math.floor(offset / limit) + 1,
      limit,
      total,
      totalPages: Math.ceil(total / limit),
      ...(exact === undefined ? {} : { totalExact: exact }),
      ...moreOf(list, slice, result)
    }
  }
}

/** Reads the page of a request. Fails for a cursor of another list, and for a cursor together with a page. */
export const readPage = <A, Key, E, R>(
  list: CursorCodec<Key>,
  request: PageRequest,
  read: (slice: PageSlice<Key>) => Effect.Effect<PageResult<A, Key>, E, R>
) =>
  Effect.flatMap(pageSliceOf(list, request), (slice) =>
    Effect.map(read(slice), (result) => pageOf(list, slice, result))
  )

/** A position in a list: the number of items before it, and the key of the last of them. */
export interface CursorPosition<Key> {
  readonly offset: number
  readonly after: Key
}

const cursorMessages = {
  otherList:
    "cursor must be the nextCursor of this same list, with its order, filters and search; send none for the first page",
  besidePage: "send page or cursor, not both",
  besideOffset: "send offset or cursor, not both"
} as const

/** A cursor is malformed or of another list, or it was sent together with a page. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {
  reason: Schema.Literal(...Struct.keys(cursorMessages))
}) {
  override readonly message = cursorMessages[this.reason]
}

/** Encodes the positions of one list: its kind, order and filter. */
export interface CursorCodec<Key> {
  readonly encode: (position: CursorPosition<Key>) => string
  /** Fails for a text that `encode` of this list cannot return. */
  readonly decode: (cursor: string) => Either.Either<CursorPosition<Key>, InvalidCursor>
}

/** @internal The longest cursor that is read; one with the longest name of a disease is far shorter. */
const maxCursorCharacters = 8_000

/** @internal The greatest offset in a list: the largest 32-bit integer, as PostgreSQL's `integer` has it. */
const maxOffset = 2_147_483_647
const Offset = Schema.Int.pipe(Schema.between(0, maxOffset))

const wrongList = () => new InvalidCursor({ reason: "otherList" })

/**
 * Codecs for lists whose items are ordered by keys of this schema. A key is plain JSON that the caller may see. A
 * cursor is not signed: a made-up one leads to a position that the caller could reach anyway.
 */
export const cursorCodec = <Key>(key: Schema.Schema<Key>) => {
  const decode = Schema.decodeUnknownEither(Schema.parseJson(Schema.Tuple(Schema.String, Offset, key)))

  return (kind: string, ...filter: ReadonlyArray<string | number | boolean | undefined>): CursorCodec<Key> => {
    const name = () => `${kind}.${(Hash.string(JSON.stringify(filter)) >>> 0).toString(36)}`
    return {
      encode: ({ after, offset }) =>
        Encoding.encodeBase64Url(JSON.stringify([name(), Math.min(offset, maxOffset), after])),
      decode: (cursor) =>
        cursor.length > maxCursorCharacters
          ? Either.left(wrongList())
          : Encoding.decodeBase64UrlString(cursor).pipe(
              Either.flatMap(decode),
              Either.filterOrLeft(([of]) => of === name(), wrongList),
              Either.mapBoth({ onLeft: wrongList, onRight: ([, offset, after]) => ({ offset, after }) })
            )
    }
  }
}
