import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { queryOf } from "@rare-disease-community/text/Lexemes"
import { Effect, type Layer, Option } from "effect"
import { UserId } from "../../../src/domain/Ids.ts"
import type { PostKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { type PostListing, PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newComment, newDiseases, newPost, newUser, unique, view } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const sorts = ["date", "views", "replies"] as const

const listed = (filter: PostListing) =>
  Effect.map(
    Effect.flatMap(PostsRepo, (posts) => posts.page(filter, { offset: 0, limit: 50 })),
    ({ items, total }) => ({ ids: items.map(({ id }) => id), total })
  )

/** Four posts of one author, and posts of another author that match the same filters. */
const written = Effect.gen(function* () {
  const [marfan, other] = yield* newDiseases(unique(), unique())
  const [ada, bob] = [yield* newUser(), yield* newUser()]
  const word = unique()
  const about = (authorId: UserId, category: "question" | "topic", diseaseId = marfan) =>
    Effect.map(newPost({ authorId, category, title: word, diseaseId: Option.fromNullable(diseaseId) }), ({ id }) => id)
  const a = yield* about(ada, "topic")
  const b = yield* about(ada, "question")
  const c = yield* about(ada, "question", other)
  const d = yield* Effect.map(newPost({ authorId: ada, category: "topic" }), ({ id }) => id)
  const e = yield* about(bob, "question")
  yield* view(a, 2)
  yield* view(c)
  yield* view(e, 9)
  yield* newComment(b, bob)
  yield* newComment(b, bob)
  yield* newComment(d, bob)
  yield* newComment(e, ada)
  return { ada, bob, marfan, word, posts: [a, b, c, d, e] as const }
})

/** The contract of `PostsRepo` for the posts of an author. */
export const postsAuthorContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo, posts of an author`, (it) => {
    it.effect("PostsRepo.page lists an author's posts in each order, with their total", () =>
      Effect.gen(function* () {
        const {
          ada: authorId,
          posts: [a, b, c, d]
        } = yield* written
        deepStrictEqual(yield* listed({ authorId }), { ids: [d, c, b, a], total: 4 })
        deepStrictEqual(yield* listed({ authorId, sort: "views" }), { ids: [a, c, d, b], total: 4 })
        deepStrictEqual(yield* listed({ authorId, sort: "replies" }), { ids: [b, d, c, a], total: 4 })
      })
    )

    it.effect("PostsRepo.page narrows an author's posts to a category and a disease", () =>
      Effect.gen(function* () {
        const {
          ada: authorId,
          marfan: diseaseId,
          posts: [a, b, c]
        } = yield* written
        for (const sort of sorts) {
          const of = (filter: PostListing) =>
            Effect.map(listed({ authorId, sort, ...filter }), ({ ids, total }) => [ids.toSorted(), total])
          deepStrictEqual(yield* of({ category: "question" }), [[b, c], 2])
          deepStrictEqual(yield* of({ diseaseId }), [[a, b], 2])
          deepStrictEqual(yield* of({ diseaseId, includeDescendants: true, category: "question" }), [[b], 1])
          deepStrictEqual(yield* of({ category: "experience" }), [[], 0])
        }
      })
    )

    it.effect("PostsRepo.page finds nothing for an unknown author", () =>
      Effect.gen(function* () {
        const authorId = UserId.make(2_147_483_647)
        for (const category of [undefined, "topic"] as const) {
          deepStrictEqual(yield* listed({ authorId, category }), { ids: [], total: 0 })
        }
      })
    )

    it.effect("PostsRepo.page gives an author's posts by keys as by offsets, in each order", () =>
      Effect.gen(function* () {
        const { ada: authorId, marfan: diseaseId } = yield* written
        for (const sort of sorts) {
          for (const filter of [{}, { category: "question" as const }, { diseaseId }]) {
            yield* checkPagesByKey((window: PageSlice<PostKey>) =>
              Effect.flatMap(PostsRepo, (posts) => posts.page({ authorId, sort, ...filter }, window))
            )
          }
        }
      })
    )

    it.effect("PostsRepo.search finds an author's posts alone, with every other filter and order", () =>
      Effect.gen(function* () {
        const {
          ada: authorId,
          marfan: diseaseId,
          posts: [a, b, c],
          word
        } = yield* written
        const posts = yield* PostsRepo
        const parts = queryOf(word).map((term) => ({ terms: [term], diseaseIds: [], words: 1 }))
        const query = { authorId, alternatives: [parts], unwanted: [], whole: Option.none() }
        for (const sort of [...sorts, "relevance"] as const) {
          const found = (filter: PostListing) =>
            Effect.map(posts.search({ ...query, ...filter, sort }, { offset: 0, limit: 50 }), ({ items, total }) => [
              items.map(({ post }) => post.id).toSorted(),
              total
            ])
          deepStrictEqual(yield* found({}), [[a, b, c], 3])
          deepStrictEqual(yield* found({ category: "question" }), [[b, c], 2])
          deepStrictEqual(yield* found({ diseaseId, category: "question" }), [[b], 1])
        }
      })
    )
  })
