import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { PostId } from "../../../src/domain/Ids.ts"
import type { PostKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { type PostListing, PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newComment, newDiseases, newPost, newUser, unique } from "../newRows.ts"
import { amongIds, checkPagesByKey, walk } from "../walking.ts"

const sorts = ["date", "views", "replies"] as const
const categories = ["topic", "question"] as const

const page = (filter: PostListing) => (window: PageSlice<PostKey>) =>
  Effect.flatMap(PostsRepo, (posts) => posts.page(filter, window))

const viewed = (id: PostId, views: number) => Effect.flatMap(PostsRepo, (posts) => posts.addViews([{ id, views }]))

/** Posts about a disease of their own, some with as many views and replies as others. */
const scattered = Effect.gen(function* () {
  const [diseaseId] = yield* newDiseases(unique())
  const ada = yield* newUser()
  const add = Effect.fnUntraced(function* (category: (typeof categories)[number], views: number, replies: number) {
    const { id } = yield* newPost({ authorId: ada, category, diseaseId: Option.fromNullable(diseaseId) })
    yield* viewed(id, views)
    yield* Effect.replicateEffect(newComment(id, ada), replies)
    return id
  })
  for (const [category, views, replies] of [
    ["topic", 0, 2],
    ["question", 2, 0],
    ["topic", 1, 1],
    ["topic", 2, 0],
    ["question", 0, 1],
    ["topic", 2, 2],
    ["topic", 0, 0]
  ] as const) {
    yield* add(category, views, replies)
  }
  return { diseaseId, add }
})

/** The contract of `PostsRepo` for pages by keys. */
export const postsWalkContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo.page by keys`, (it) => {
    for (const sort of sorts) {
      it.effect(`PostsRepo.page gives the same posts by keys as by offsets, by ${sort} and with each filter`, () =>
        Effect.gen(function* () {
          const { diseaseId } = yield* scattered
          yield* scattered
          const whole = yield* checkPagesByKey(page({ diseaseId, sort }))
          strictEqual(whole.length, 7)
          const topics = yield* checkPagesByKey(page({ diseaseId, includeDescendants: true, category: "topic", sort }))
          deepStrictEqual(
            whole.filter((id) => topics.includes(id)),
            topics
          )
          for (const filter of [{ category: "question" as const }, {}])
            yield* checkPagesByKey(page({ ...filter, sort }))
        })
      )
    }

    for (const sort of sorts) {
      it.effect(`PostsRepo.page by keys skips and repeats no post by ${sort}, also behind a removed post`, () =>
        Effect.gen(function* () {
          const posts = yield* PostsRepo
          const { add, diseaseId } = yield* scattered
          const listed = page({ diseaseId, sort })
          const before = yield* walk(listed, 100)
          const ids = yield* walk(listed, 2, (last) =>
            Effect.all([add("topic", 9, 9), add("question", 0, 0), posts.remove(PostId.make(last))])
          )
          deepStrictEqual(amongIds(ids, before), before)
          strictEqual(new Set(ids).size, ids.length)
        })
      )
    }

    it.effect("PostsRepo.page is empty behind the last key, and complete behind a key before all", () =>
      Effect.gen(function* () {
        const { diseaseId } = yield* scattered
        const greatest = 2_147_483_647
        for (const sort of sorts) {
          const listed = page({ diseaseId, sort })
          const all = yield* listed({ offset: 0, limit: 100 })
          const behind = (count: number, id: number) =>
            listed({ offset: 0, limit: 100, after: { count, id: PostId.make(id) } })
          deepStrictEqual(yield* behind(0, 1), { items: [], total: 7 })
          deepStrictEqual(yield* behind(greatest, greatest), all)
        }
      })
    )
  })
