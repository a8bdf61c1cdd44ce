import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import type { PageResult, PageSlice } from "../../src/domain/Page.ts"

/** A list of a repository's. */
export type Paged<A, Key, E, R> = (window: PageSlice<Key>) => Effect.Effect<PageResult<A, Key>, E, R>

interface Identified {
  readonly id: number
}

const idsOf = (items: ReadonlyArray<Identified>) => items.map(({ id }) => id)

/** Where a walk is not: whoever reads behind a key passes over nothing. */
const elsewhere = 1_000_000

/** The ids that a walk meets, `limit` at a time; after each page something happens that knows the last one it met. */
export const walked = <A extends Identified, Key, E, R, E2 = never, R2 = never>(
  page: Paged<A, Key, E, R>,
  limit: number,
  meanwhile: (lastId: number) => Effect.Effect<unknown, E2, R2> = () => Effect.void
) =>
  Effect.gen(function* () {
    const met: Array<number> = []
    let found = yield* page({ offset: 0, limit })
    for (;;) {
      met.push(...idsOf(found.items))
      yield* meanwhile(met.at(-1) ?? 0)
      if (found.next === undefined) return met
      found = yield* page({ offset: elsewhere, limit, after: found.next })
    }
  })

/** That a list is the same to whoever walks it and to whoever pages through it, and that both know where it ends. */
export const isWalkedAsPaged = <A extends Identified, Key, E, R>(page: Paged<A, Key, E, R>) =>
  Effect.gen(function* () {
    const { items: whole, total } = yield* page({ offset: 0, limit: 100 })
    strictEqual(whole.length, total)
    for (const limit of [1, 3]) {
      deepStrictEqual(yield* walked(page, limit), idsOf(whole))
      for (let offset = 0; offset <= whole.length; offset += limit) {
        const { items, next } = yield* page({ offset, limit })
        deepStrictEqual(items, whole.slice(offset, offset + limit))
        strictEqual(next !== undefined, offset + limit < whole.length)
      }
    }
    return idsOf(whole)
  })

/** Of what a walk met, those that were there before it; each once, and in their order. */
export const stoodAllAlong = (met: ReadonlyArray<number>, before: ReadonlyArray<number>) =>
  Array.filter(met, (id) => before.includes(id))
