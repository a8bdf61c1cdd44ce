import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { lexemePositions, queryOf } from "@rare-disease-community/text/Lexemes"
import { Effect, type Layer, Option } from "effect"
import type { AuthorKind } from "../../../src/domain/accounts/User.ts"
import type { PostId } from "../../../src/domain/Ids.ts"
import type { PostKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { type PostListing, PostsRepo, type PostUpdate } from "../../../src/ports/posts/PostsRepo.ts"
import { moment, newComment, newDiseases, newPost, newUser, unique, view, writeLike } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const sorts = ["date", "views", "replies"] as const

const unchanged: Omit<PostUpdate, "authorKind"> = {
  title: Option.none(),
  content: Option.none(),
  language: Option.none(),
  category: Option.none(),
  diseaseId: Option.none(),
  updatedAt: moment
}

const listed = (filter: PostListing) =>
  Effect.map(
    Effect.flatMap(PostsRepo, (posts) => posts.page(filter, { offset: 0, limit: 100 })),
    ({ items, total }) => ({ ids: items.map(({ id }) => id), total })
  )

/** Three posts of an agent and three of humans about one disease, with one word in all of them. */
const written = Effect.gen(function* () {
  const [diseaseId] = yield* newDiseases(unique())
  const [ada, bob] = [yield* newUser(), yield* newUser()]
  const word = unique()
  const about = (authorKind: AuthorKind, category: "question" | "topic", authorId = ada) =>
    Effect.map(
      newPost({ authorId, authorKind, category, title: word, diseaseId: Option.fromNullable(diseaseId) }),
      ({ id }) => id
    )
  const agents = [
    yield* about("agent", "topic"),
    yield* about("agent", "question"),
    yield* about("agent", "topic", bob)
  ]
  const humans = [
    yield* about("human", "topic"),
    yield* about("human", "question"),
    yield* about("human", "topic", bob)
  ]
  for (const [views, id] of [...agents, ...humans].entries()) yield* view(id, views + 1)
  for (const id of [agents[1], humans[1]]) if (id !== undefined) yield* newComment(id, bob)
  return { ada, bob, diseaseId, word, agents, humans }
})

const kindOf = (id: PostId) =>
  Effect.map(
    Effect.flatMap(PostsRepo, (posts) => posts.get(id, Option.none())),
    ({ author }) => author.kind
  )

/** The contract of all repositories of posts for the kind of an author. */
export const postsKindContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | LikesRepo | NotificationsRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: the kind of an author`, (it) => {
    it.effect("PostsRepo and CommentsRepo give the kind that a text was written as, wherever it is shown", () =>
      Effect.gen(function* () {
        const [posts, comments] = [yield* PostsRepo, yield* CommentsRepo]
        for (const authorKind of ["agent", "human"] as const) {
          const title = unique()
          const post = yield* newPost({ authorKind, title })
          const comment = yield* newComment(post.id, post.author.id, unique(), { authorKind })
          const terms = queryOf(title)
          const search = { alternatives: [[{ terms, diseaseIds: [], words: 1 }]], unwanted: [], whole: Option.none() }
          const found = yield* posts.search({ ...search, sort: "relevance" }, { offset: 0, limit: 1 })
          const page = yield* posts.page({ authorId: post.author.id }, { offset: 0, limit: 1 })
          const document = yield* posts.document(post.id, Option.none())
          const { items } = yield* comments.page(post.id, { offset: 0, limit: 1 })
          const authors = [post, comment, document, document.comments[0], found.items[0]?.post, page.items[0], items[0]]
          deepStrictEqual(
            authors.map((one) => one?.author.kind),
            authors.map(() => authorKind)
          )
        }
      })
    )

    it.effect("PostsRepo.related gives the kind of each author", () =>
      Effect.gen(function* () {
        const title = unique()
        const { id } = yield* newPost({ authorKind: "agent", title })
        const lexemes = Array.from(lexemePositions(title, "title").keys())
        const related = yield* Effect.flatMap(PostsRepo, (posts) =>
          posts.related({
            words: [{ lexemes, weight: 1, isRare: true }],
            filed: [],
            named: [],
            except: Option.none(),
            limit: 5
          })
        )
        deepStrictEqual(
          related.map(({ post }) => [post.id, post.author.kind]),
          [[id, "agent"]]
        )
      })
    )

    it.effect("PostsRepo.update makes a post an agent's for ever, and leaves the kind of others", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const { author, id } = yield* newPost()
        const update = (authorKind: AuthorKind) =>
          Effect.map(posts.update(id, { ...unchanged, authorKind }, author.id), (post) => post.author.kind)
        const before = (yield* listed({ authorKind: "human" })).total
        strictEqual(yield* update("human"), "human")
        strictEqual(yield* update("agent"), "agent")
        strictEqual(yield* update("human"), "agent")
        strictEqual(yield* kindOf(id), "agent")
        strictEqual((yield* listed({ authorKind: "human" })).total, before - 1)
        deepStrictEqual(yield* listed({ authorId: author.id, authorKind: "agent", sort: "views" }), {
          ids: [id],
          total: 1
        })
      })
    )

    it.effect(
      "PostsRepo.page lists the posts of a kind in each order and with every other filter, with their totals",
      () =>
        Effect.gen(function* () {
          const { ada, agents, diseaseId, humans } = yield* written
          for (const [authorKind, [a, b, c]] of [
            ["agent", agents],
            ["human", humans]
          ] as const) {
            deepStrictEqual(yield* listed({ authorKind, diseaseId }), { ids: [c, b, a], total: 3 })
            deepStrictEqual(yield* listed({ authorKind, diseaseId, sort: "views" }), { ids: [c, b, a], total: 3 })
            deepStrictEqual(yield* listed({ authorKind, diseaseId, sort: "replies" }), { ids: [b, c, a], total: 3 })
            for (const sort of sorts) {
              const narrowed = (filter: PostListing) => listed({ authorKind, sort, ...filter })
              deepStrictEqual(yield* narrowed({ diseaseId, category: "question" }), { ids: [b], total: 1 })
              deepStrictEqual(yield* narrowed({ authorId: ada, category: "topic" }), { ids: [a], total: 1 })
              deepStrictEqual((yield* narrowed({ authorId: ada })).ids.toSorted(), [a, b])
              deepStrictEqual((yield* narrowed({ authorId: ada })).total, 2)
              strictEqual((yield* narrowed({ diseaseId, includeDescendants: true })).total, 3)
            }
          }
        })
    )

    it.effect("PostsRepo.page divides all posts and those of a category into the two kinds", () =>
      Effect.gen(function* () {
        yield* written
        for (const category of [undefined, "question"] as const) {
          for (const sort of sorts) {
            const [all, byAgents, byHumans] = [
              yield* listed({ category, sort }),
              yield* listed({ category, sort, authorKind: "agent" }),
              yield* listed({ category, sort, authorKind: "human" })
            ]
            const agents = new Set(byAgents.ids)
            strictEqual(byAgents.total + byHumans.total, all.total)
            deepStrictEqual([byAgents.ids.length, byHumans.ids.length], [byAgents.total, byHumans.total])
            deepStrictEqual(
              all.ids.filter((id) => agents.has(id)),
              byAgents.ids
            )
          }
        }
      })
    )

    it.effect("PostsRepo.page gives the posts of a kind by keys as by offsets, in each order", () =>
      Effect.gen(function* () {
        const { ada, diseaseId } = yield* written
        for (const sort of sorts) {
          for (const filter of [{ diseaseId }, { authorId: ada }, { category: "question" as const }, {}]) {
            yield* checkPagesByKey((window: PageSlice<PostKey>) =>
              Effect.flatMap(PostsRepo, (posts) => posts.page({ authorKind: "agent", sort, ...filter }, window))
            )
          }
        }
      })
    )

    it.effect("PostsRepo.search finds the posts of a kind alone, in each order", () =>
      Effect.gen(function* () {
        const { agents, humans, word } = yield* written
        const posts = yield* PostsRepo
        const parts = queryOf(word).map((term) => ({ terms: [term], diseaseIds: [], words: 1 }))
        const query = { alternatives: [parts], unwanted: [], whole: Option.none() }
        for (const sort of [...sorts, "relevance"] as const) {
          for (const [authorKind, ids] of [
            ["agent", agents],
            ["human", humans]
          ] as const) {
            const { items, total } = yield* posts.search({ ...query, authorKind, sort }, { offset: 0, limit: 50 })
            deepStrictEqual([items.map(({ post }) => post.id).toSorted(), total], [ids, 3])
          }
        }
      })
    )

    it.effect("NotificationsRepo gives the kind that a comment was written as, or a like given", () =>
      Effect.gen(function* () {
        const notifications = yield* NotificationsRepo
        const { author, id } = yield* newPost({ authorKind: "agent" })
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        yield* newComment(id, ada, unique(), { authorKind: "agent" })
        yield* newComment(id, ada)
        yield* writeLike(id, ada, Option.some(true))
        yield* writeLike(id, bob, Option.none(), "agent")
        const { items } = yield* notifications.page(author.id, false, { offset: 0, limit: 9 })
        const kinds = ["agent", "human", "human", "agent"]
        deepStrictEqual(
          items.map(({ actor }) => Option.getOrThrow(actor).kind),
          kinds.toReversed()
        )
        const after = yield* notifications.after(author.id, 0, 9)
        deepStrictEqual(
          after.map(({ actor }) => Option.getOrThrow(actor).kind),
          kinds
        )
      })
    )
  })
