import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import type { PageResult, PageSlice } from "../../src/domain/Page.ts"

/** A list of a repository, by slices. */
export type Paged<A, Key, E, R> = (window: PageSlice<Key>) => Effect.Effect<PageResult<A, Key>, E, R>

interface Identified {
  readonly id: number
}

const idsOf = (items: ReadonlyArray<Identified>) => items.map(({ id }) => id)

/** An offset that a page by key must ignore. */
const ignoredOffset = 1_000_000

/** The ids of a list page by page, by keys. Runs `meanwhile` with the last id after each page. */
export const walk = <A extends Identified, Key, E, R, E2 = never, R2 = never>(
  page: Paged<A, Key, E, R>,
  limit: number,
  meanwhile: (lastId: number) => Effect.Effect<unknown, E2, R2> = () => Effect.void
) =>
  Effect.gen(function* () {
    const ids: Array<number> = []
    let found = yield* page({ offset: 0, limit })
    for (;;) {
      ids.push(...idsOf(found.items))
      yield* meanwhile(ids.at(-1) ?? 0)
      if (found.next === undefined) return ids
      found = yield* page({ offset: ignoredOffset, limit, after: found.next })
    }
  })

/** Checks that pages by keys and pages by offsets give the same list with the same end. Gives its ids. */
export const checkPagesByKey = <A extends Identified, Key, E, R>(page: Paged<A, Key, E, R>) =>
  Effect.gen(function* () {
    const { items: whole, total } = yield* page({ offset: 0, limit: 100 })
    strictEqual(whole.length, total)
    for (const limit of [1, 3]) deepStrictEqual(yield* walk(page, limit), idsOf(whole))
    const limit = 3
    for (let offset = 0; offset <= whole.length; offset += limit) {
      const { items, next } = yield* page({ offset, limit })
      deepStrictEqual(items, whole.slice(offset, offset + limit))
      strictEqual(next !== undefined, offset + limit < whole.length)
    }
    return idsOf(whole)
  })

/** The ids of a walk that were in the list before it. */
export const amongIds = (walked: ReadonlyArray<number>, before: ReadonlyArray<number>) =>
  Array.filter(walked, (id) => before.includes(id))
