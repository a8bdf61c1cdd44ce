import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../src/ports/news/NewsRepo.ts"
import type { CommentsRepo } from "../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../src/ports/posts/PostsRepo.ts"
import { type Counts, StatisticsRepo } from "../../src/ports/StatisticsRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { newComment, newDiseases, newPost, newUser, time, toggleLike, unique } from "./newRows.ts"
import { newItem } from "./news/newNews.ts"

const nothing: Counts = {
  users: 0,
  experts: 0,
  posts: 0,
  comments: 0,
  likes: 0,
  diseases: 0,
  news: 0,
  postsByCategory: { topic: 0, experience: 0, question: 0 },
  newsByCategory: { research: 0, policy: 0, patient_story: 0, drug_approval: 0 }
}

const never = time("2200-01-01T00:00:00Z")

type Ports = CommentsRepo | DiseasesRepo | LikesRepo | NewsRepo | PostsRepo | StatisticsRepo | Transaction | UsersRepo

/** The contract of `StatisticsRepo`. The tests share one storage, so each compares with the counts at its start. */
export const statisticsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: StatisticsRepo`, (it) => {
    it.effect("StatisticsRepo.counts is zero for an empty community", () =>
      Effect.gen(function* () {
        const repo = yield* StatisticsRepo
        deepStrictEqual(yield* repo.counts, nothing)
      })
    )

    it.effect("StatisticsRepo.counts counts members, posts, comments, likes, diseases and news exactly", () =>
      Effect.gen(function* () {
        const repo = yield* StatisticsRepo
        const news = yield* NewsRepo
        const author = yield* newUser()
        yield* newUser({ role: "expert" })
        yield* newUser({ role: "expert" })
        yield* newUser({ role: "admin" })
        const post = yield* newPost({ authorId: author })
        yield* newPost({ authorId: author, category: "question" })
        yield* newPost({ authorId: author, category: "question" })
        yield* newPost({ authorId: author, category: "experience" })
        yield* newComment(post.id, author)
        yield* newComment(post.id, author)
        yield* toggleLike(post.id, author)
        yield* newDiseases(unique(), unique())
        const item = (category: "research" | "policy") => newItem({ category })
        yield* news.save([item("research"), item("research"), item("policy")])
        deepStrictEqual(yield* repo.counts, {
          users: 4,
          experts: 2,
          posts: 4,
          comments: 2,
          likes: 1,
          diseases: 2,
          news: 3,
          postsByCategory: { topic: 1, experience: 1, question: 2 },
          newsByCategory: { research: 2, policy: 1, patient_story: 0, drug_approval: 0 }
        })
      })
    )

    it.effect("StatisticsRepo.counts leaves out removed posts with their comments and likes", () =>
      Effect.gen(function* () {
        const repo = yield* StatisticsRepo
        const posts = yield* PostsRepo
        const author = yield* newUser()
        const before = yield* repo.counts
        const post = yield* newPost({ authorId: author })
        yield* newComment(post.id, author)
        yield* toggleLike(post.id, author)
        strictEqual((yield* repo.counts).likes, before.likes + 1)
        yield* posts.remove(post.id)
        deepStrictEqual(yield* repo.counts, before)
      })
    )

    it.effect("StatisticsRepo.counts follows changed categories of posts and news, and changed roles", () =>
      Effect.gen(function* () {
        const [repo, posts, users, news] = [yield* StatisticsRepo, yield* PostsRepo, yield* UsersRepo, yield* NewsRepo]
        const author = yield* newUser()
        const post = yield* newPost({ authorId: author, category: "topic" })
        const item = newItem({ category: "policy" })
        yield* news.save([item])
        const before = yield* repo.counts
        const unchanged = {
          title: Option.none(),
          content: Option.none(),
          language: Option.none(),
          diseaseId: Option.none()
        }
        const change = {
          ...unchanged,
          category: Option.some("question" as const),
          authorKind: "human" as const,
          updatedAt: never
        }
        yield* posts.update(post.id, change, author)
        yield* users.update(author, { username: Option.none(), bio: Option.none(), role: Option.some("expert") })
        yield* news.save([{ ...item, category: "drug_approval" }])
        const { newsByCategory, postsByCategory } = before
        deepStrictEqual(yield* repo.counts, {
          ...before,
          experts: before.experts + 1,
          postsByCategory: {
            ...postsByCategory,
            topic: postsByCategory.topic - 1,
            question: postsByCategory.question + 1
          },
          newsByCategory: {
            ...newsByCategory,
            policy: newsByCategory.policy - 1,
            drug_approval: newsByCategory.drug_approval + 1
          }
        })
      })
    )

    it.effect("StatisticsRepo.counts leaves out writes that were rolled back", () =>
      Effect.gen(function* () {
        const [repo, { atomically }] = [yield* StatisticsRepo, yield* Transaction]
        const post = yield* newPost()
        const before = yield* repo.counts
        const writes = Effect.gen(function* () {
          const author = yield* newUser({ role: "expert" })
          yield* newComment(post.id, author)
          yield* newPost({ authorId: author })
          strictEqual((yield* repo.counts).posts, before.posts + 1)
          return yield* Effect.fail("undone")
        })
        yield* Effect.flip(atomically(writes))
        deepStrictEqual(yield* repo.counts, before)
      })
    )

    it.effect("StatisticsRepo.active counts members who signed in or wrote at the time or later", () =>
      Effect.gen(function* () {
        const repo = yield* StatisticsRepo
        const users = yield* UsersRepo
        const ada = yield* newUser({ createdAt: time("2100-01-01T00:00:00.000Z") })
        yield* newUser({ createdAt: time("2100-01-03T00:00:00.000Z") })
        const active = (since: string) => repo.active(time(since))
        strictEqual(yield* active("2100-01-01T00:00:00.000Z"), 2)
        strictEqual(yield* active("2100-01-01T00:00:00.001Z"), 1)
        yield* users.touch(ada, time("2100-01-05T00:00:00.000Z"))
        strictEqual(yield* active("2100-01-05T00:00:00.000Z"), 1)
        strictEqual(yield* active("2100-01-02T00:00:00.000Z"), 2)
        strictEqual(yield* active("2100-01-06T00:00:00.000Z"), 0)
      })
    )

    it.effect("StatisticsRepo.counts counts concurrent writes exactly", () =>
      Effect.gen(function* () {
        const repo = yield* StatisticsRepo
        const author = yield* newUser()
        const before = yield* repo.counts
        yield* Effect.all(
          Array.makeBy(12, () => newPost({ authorId: author })),
          { concurrency: "unbounded", discard: true }
        )
        const after = yield* repo.counts
        strictEqual(after.posts - before.posts, 12)
        strictEqual(after.postsByCategory.topic - before.postsByCategory.topic, 12)
      })
    )
  })
