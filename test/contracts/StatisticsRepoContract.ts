import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import type { CommentsRepo } from "../../src/repositories/CommentsRepo.ts"
import type { DiseasesRepo } from "../../src/repositories/DiseasesRepo.ts"
import type { LikesRepo } from "../../src/repositories/LikesRepo.ts"
import { NewsRepo } from "../../src/repositories/NewsRepo.ts"
import { PostsRepo } from "../../src/repositories/PostsRepo.ts"
import { type Counts, StatisticsRepo } from "../../src/repositories/StatisticsRepo.ts"
import type { Transaction } from "../../src/repositories/Transaction.ts"
import { UsersRepo } from "../../src/repositories/UsersRepo.ts"
import { filtered, newComment, newDiseases, newPost, newUser, time, toggleLike, unique } from "./newRows.ts"

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

/** What every adapter of `StatisticsRepo` promises. The tests of one storage add up: each starts from what it finds. */
export const statisticsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: StatisticsRepo`, (it) => {
    it.effect("counts an empty community as nothing", () =>
      Effect.gen(function* () {
        const repo = yield* StatisticsRepo
        deepStrictEqual(yield* repo.counts, nothing)
      })
    )

    it.effect("counts members, posts, comments, likes, diseases and news exactly", () =>
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
        const item = (category: "research" | "policy") => ({
          key: unique(),
          title: "t",
          summary: "s",
          category,
          source: "s",
          sourceUrl: Option.none(),
          publishedAt: never,
          content: filtered("c"),
          diseaseKeys: [],
          diseaseIds: [],
          digest: Option.none()
        })
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

    it.effect("counts no longer what has been removed", () =>
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

    it.effect("counts as active who signed in or wrote at that moment or later", () =>
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

    it.effect("counts exactly what parallel writers wrote", () =>
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
