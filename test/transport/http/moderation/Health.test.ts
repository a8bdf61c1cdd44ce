import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Option } from "effect"
import type { UserId } from "../../../../src/domain/Ids.ts"
import { version } from "../../../../src/domain/Version.ts"
import { BackupsRepo } from "../../../../src/ports/BackupsRepo.ts"
import { FailedDeliveriesRepo } from "../../../../src/ports/FailedDeliveriesRepo.ts"
import { addComment, filtered, newPost, newUser, setHelped, unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt, membersOf } from "../../../support/Wire.ts"
import { report } from "./Given.ts"

const health = ({ token }: Pick<Member, "token">) => send("GET", "/api/moderation/health", { as: token })

/** The Monday of so many weeks ago in UTC, counted by hand. */
const mondayAgo = (weeks: number): DateTime.Utc => {
  const now = new Date()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return DateTime.unsafeMake(today - ((now.getUTCDay() + 6) % 7) * 86_400_000 - weeks * 7 * 86_400_000)
}

const joinedAgo = (weeks: number, count: number) =>
  Effect.all(Array.makeBy(count, () => newUser({ createdAt: mondayAgo(weeks) })))

/** A question of so many weeks ago, with a reply of its week that helped, if one did. */
const askedAgo = (weeks: number, author: UserId, isAnswered: boolean) =>
  Effect.gen(function* () {
    const createdAt = mondayAgo(weeks)
    const { id } = yield* newPost({ authorId: author, category: "question", createdAt })
    if (!isAnswered) return
    const content = filtered(unique())
    const reply = { postId: id, authorId: author, authorKind: "human", content, language: "und", createdAt } as const
    yield* setHelped((yield* addComment({ ...reply, replyTo: Option.none() })).id, true)
  })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: GET /api/moderation/health`,
    (it) => {
      it.effect("has the queue, the questions, a year by week, the last backup, and what was given up in a day", () =>
        Effect.gen(function* () {
          const [maria, mod] = [yield* join(), yield* joinModerator]
          const [, [author]] = [yield* joinedAgo(2, 4), yield* joinedAgo(3, 5)]
          yield* joinedAgo(52, 6)
          for (const isAnswered of [true, true, false]) yield* askedAgo(2, author ?? maria.user.id, isAnswered)
          const { id } = yield* publish(maria)
          yield* report(mod.token, { type: "post", id }, "danger")
          const now = yield* DateTime.now
          yield* (yield* BackupsRepo).note({ at: DateTime.subtract(now, { days: 3 }), bytes: 5_000_000_000 })
          const { add } = yield* FailedDeliveriesRepo
          yield* add("webhook", DateTime.subtract(now, { hours: 23 }))
          yield* add("mail", DateTime.subtract(now, { hours: 25 }))

          const { body, status } = yield* health(mod)
          strictEqual(status, 200)
          deepStrictEqual(membersOf(body), ["backup", "queue", "unsent", "versions", "waitingQuestions", "weeks"])
          const queue = yield* send("GET", "/api/moderation/queue", { as: mod.token })
          deepStrictEqual([at(body, "queue"), at(body, "queue", "danger")], [queue.body, 1])
          const questions = yield* send("GET", "/api/posts?category=question&answered=false&limit=1")
          deepStrictEqual([at(body, "waitingQuestions"), at(questions.body, "pagination", "total")], [1, 1])
          deepStrictEqual(
            listAt(body, "weeks").map((week) => at(week, "week")),
            Array.makeBy(52, (index) => DateTime.formatIsoDateUtc(mondayAgo(51 - index)))
          )
          const nothing = { members: 0, posts: 0, comments: 0, answeredShare: null }
          const weekAgo = (weeks: number) => at(body, "weeks", 51 - weeks)
          const weekOf = (weeks: number) => DateTime.formatIsoDateUtc(mondayAgo(weeks))
          deepStrictEqual(weekAgo(51), { ...nothing, week: weekOf(51) })
          deepStrictEqual(weekAgo(3), { ...nothing, week: weekOf(3), members: 5 })
          deepStrictEqual(weekAgo(2), {
            ...{ week: weekOf(2), members: null, posts: 3, comments: 2 },
            answeredShare: 0.67
          })
          deepStrictEqual(weekAgo(0), { ...nothing, week: weekOf(0), members: null, posts: 1 })
          const backupAt = DateTime.formatIso(DateTime.subtract(now, { days: 3 }))
          deepStrictEqual(at(body, "backup"), { at: backupAt, bytes: 5_000_000_000 })
          deepStrictEqual(at(body, "unsent"), { mail: 0, push: 0, webhooks: 1 })
          strictEqual(at(body, "versions", "server"), version)
          assertTrue(/^\d{4}-\d{2}-\d{2}$/.test(String(at(body, "versions", "phenotypes", "hpo"))))
        })
      )
    }
  )
}
