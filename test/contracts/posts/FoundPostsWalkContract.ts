import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer } from "effect"
import type { PostId } from "../../../src/domain/Ids.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { unique } from "../newRows.ts"
import { add, find, typed } from "./PostsSearchContract.ts"

const limit = 3

/** The contract of `PostsRepo` for the pages of a search, one behind the other. */
export const foundPostsWalkContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo.search of pages`, (it) => {
    it.effect("PostsRepo.search goes on behind the last post that is still found, whatever was added or removed", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        for (const sort of ["relevance", "date"] as const) {
          const word = unique()
          const search = typed(word, { sort })
          const pageAt = (offset: number, after?: ReadonlyArray<PostId>) =>
            Effect.map(posts.search(search, { offset, limit, after }), (found) => ({
              ids: found.items.map(({ post }) => post.id),
              offset: found.offset
            }))
          /** The second page, after posts were added or some of the first page removed. */
          const secondAfter = (added: number, isRemoved: (place: number) => boolean) =>
            Effect.gen(function* () {
              const { ids } = yield* pageAt(0)
              for (let nth = 0; nth < added; nth++) yield* add(word, word)
              for (const id of ids.filter((_, place) => isRemoved(place))) yield* posts.remove(id)
              return yield* pageAt(limit, ids.toReversed())
            })
          yield* Effect.forEach(Array.range(1, 12), () => add(word, word))
          const none = () => false
          const cases = [
            [0, none, limit],
            [2, none, limit + 2],
            [0, (place: number) => place < 2, 1],
            [0, (place: number) => place === 2, 2]
          ] as const
          for (const [added, isRemoved, offset] of cases) {
            const { ids } = yield* find(search)
            deepStrictEqual(yield* secondAfter(added, isRemoved), { ids: ids.slice(limit, 2 * limit), offset })
          }
        }
      })
    )
  })
