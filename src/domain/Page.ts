import { Schema } from "effect"

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

/** A page that somebody asks for: the first, of twenty items, when nothing is named. */
export interface PageRequest {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

/** Which rows a repository reads. */
export interface Window {
  readonly offset: number
  readonly limit: number
}

/** The rows of a page; the cap on `limit` is set here and nowhere else. */
export const windowOf = ({ limit = usualPageItems, page = 1 }: PageRequest): Window => {
  const capped = Math.min(limit, maxPageItems)
  return { offset: (page - 1) * capped, limit: capped }
}

/** Where a page stands in the whole list. */
export const Pagination = Schema.Struct({
  page: Schema.Number.pipe(Schema.int()),
  limit: Schema.Number.pipe(Schema.int()),
  total: Schema.Number.pipe(Schema.int()),
  totalPages: Schema.Number.pipe(Schema.int()),
  hasMore: Schema.Boolean
}).annotations({ identifier: "Pagination", description: "Where this page stands in the whole list." })

/** One page of a list of `Item`. */
export const Page = <A, I, R>(Item: Schema.Schema<A, I, R>) =>
  Schema.Struct({ data: Schema.Array(Item), pagination: Pagination })

/** What a repository found for a page: its items, and how many there are in all, both of one moment. */
export interface Found<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/** The page that answers `request`; past the end it is empty and no error. */
export const pageOf = <A>(request: PageRequest, { items, total }: Found<A>) => {
  const { limit, offset } = windowOf(request)
  return {
    data: items,
    pagination: {
      page: request.page ?? 1,
      limit,
      total,
      totalPages: Math.ceil(total / limit),
      hasMore: offset + limit < total
    }
  }
}
