import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option, Order } from "effect"
import type { PostId, UserId } from "../../../src/domain/Ids.ts"
import type { WeekCounts } from "../../../src/domain/Weeks.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { StatisticsRepo } from "../../../src/ports/StatisticsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { newDecision } from "../moderation/newDecisions.ts"
import { addComment, filtered, newPost, newUser, setHelped, time, unique, untilFree } from "../newRows.ts"

type Ports =
  | CommentsRepo
  | DecisionsRepo
  | ErasureRepo
  | HiddenTextsRepo
  | PostsRepo
  | StatisticsRepo
  | Transaction
  | UsersRepo

const nothing = { members: 0, posts: 0, comments: 0, questions: 0, answered: 0 }

const commentAt = (postId: PostId, authorId: UserId, iso: string) =>
  addComment({
    ...{ postId, authorId, authorKind: "human", content: filtered(unique()), language: "und", createdAt: time(iso) },
    replyTo: Option.none()
  })

const weeksSince = (iso: string) =>
  Effect.flatMap(StatisticsRepo, ({ weeks }) =>
    Effect.map(weeks(time(iso)), Array.sort(Order.mapInput(Order.string, ({ week }: WeekCounts) => week)))
  )

/** The contract of `StatisticsRepo.weeks`. Each test has years of its own, since they share one storage. */
export const weeksContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: StatisticsRepo`, (it) => {
    it.effect("StatisticsRepo.weeks counts by weeks of UTC that begin on Monday, from a moment on", () =>
      Effect.gen(function* () {
        const author = yield* newUser({ createdAt: time("2096-01-01T00:00:00Z") })
        const first = yield* newPost({ authorId: author, createdAt: time("2096-01-08T23:59:59.999Z") })
        yield* newPost({ authorId: author, createdAt: time("2096-01-15T23:59:59.999Z") })
        yield* newPost({ authorId: author, createdAt: time("2096-01-16T00:00:00.000Z") })
        yield* newUser({ createdAt: time("2096-01-16T00:00:00.000Z") })
        yield* commentAt(first.id, author, "2096-01-16T09:00:00.000Z")
        const second = { ...nothing, week: "2096-01-09", posts: 1 }
        const third = { ...nothing, week: "2096-01-16", members: 1, posts: 1, comments: 1 }
        deepStrictEqual(yield* weeksSince("2096-01-09T00:00:00Z"), [second, third])
        deepStrictEqual(yield* weeksSince("2096-01-16T00:00:00Z"), [third])
      })
    )

    it.effect("StatisticsRepo.weeks leaves out members who have left, and keeps the texts that they left", () =>
      Effect.gen(function* () {
        const [{ erase }, { atomically }] = [yield* ErasureRepo, yield* Transaction]
        const createdAt = time("1999-03-02T10:00:00Z")
        const [leaving] = [yield* newUser({ createdAt }), yield* newUser({ createdAt })]
        yield* newPost({ authorId: leaving, createdAt })
        yield* untilFree(atomically(erase(leaving, "keep")))
        const [first] = yield* weeksSince("1960-01-01T00:00:00Z")
        deepStrictEqual(first, { ...nothing, week: "1999-03-01", members: 1, posts: 1 })
      })
    )

    it.effect("StatisticsRepo.weeks counts questions, and those that helped or a verified member answered", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const [author, doctor] = [yield* newUser(), yield* newUser()]
        const at = "2097-03-06T10:00:00Z"
        const verification = { by: author, at: time(at), as: "geneticist" }
        yield* users.setVerification(doctor, Option.some(verification))
        const question = newPost({ authorId: author, category: "question", createdAt: time(at) })
        const [helped, byDoctor, unhelped] = [yield* question, yield* question, yield* question]
        yield* question
        const topic = yield* newPost({ authorId: author, createdAt: time(at) })
        yield* commentAt(topic.id, doctor, at)
        const answer = yield* commentAt(helped.id, yield* newUser(), "2097-03-20T10:00:00Z")
        yield* setHelped(answer.id, true)
        yield* commentAt(byDoctor.id, doctor, at)
        yield* commentAt(unhelped.id, yield* newUser(), at)
        deepStrictEqual(yield* weeksSince("2097-01-01T00:00:00Z"), [
          { week: "2097-03-04", members: 0, posts: 5, comments: 3, questions: 4, answered: 2 },
          { ...nothing, week: "2097-03-18", comments: 1 }
        ])
      })
    )

    it.effect("StatisticsRepo.weeks leaves out hidden posts with their comments, and hidden comments", () =>
      Effect.gen(function* () {
        const { hideComment, hidePost } = yield* HiddenTextsRepo
        const author = yield* newUser()
        const at = "2098-05-07T10:00:00Z"
        const question = newPost({ authorId: author, category: "question", createdAt: time(at) })
        const [shown, hidden] = [yield* question, yield* question]
        const [, second] = [yield* commentAt(shown.id, author, at), yield* commentAt(shown.id, author, at)]
        yield* commentAt(hidden.id, author, at)
        const decision = yield* newDecision()
        yield* untilFree(hidePost(hidden.id, decision))
        yield* untilFree(hideComment(second.id, decision))
        deepStrictEqual(yield* weeksSince("2098-01-01T00:00:00Z"), [
          { ...nothing, week: "2098-05-05", posts: 1, comments: 1, questions: 1 }
        ])
      })
    )
  })
