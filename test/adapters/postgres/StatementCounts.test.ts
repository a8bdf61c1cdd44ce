import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Clock, Effect, Option, Tracer } from "effect"
import { CurrentUser, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import type { UserId } from "../../../src/domain/Ids.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Decisions } from "../../../src/services/moderation/Decisions.ts"
import { Reports } from "../../../src/services/moderation/Reports.ts"
import { Translations } from "../../../src/services/posts/Translations.ts"
import { newReport } from "../../contracts/moderation/newDecisions.ts"
import { newComment, newPost, newUser } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { signedIn } from "../../support/People.ts"
import { oneDatabase } from "../../support/Storage.ts"

/** A clock that stands. */
const standing = Effect.map(
  Effect.all([Effect.clock, Clock.currentTimeMillis]),
  ([clock, now]): Clock.Clock => Object.assign(Object.create(clock), { currentTimeMillis: Effect.succeed(now) })
)

/** The number of statements that an effect runs, but for the one that is asked once a second for all requests. */
const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const clock = yield* standing
    yield* Effect.withClock(
      Effect.flatMap(PostsRepo, ({ hasRestricted }) => hasRestricted),
      clock
    )
    const tracer = yield* Effect.tracer
    let statements = 0
    const counting = Tracer.make({
      context: (run, fiber) => tracer.context(run, fiber),
      span: (name, ...rest) => {
        if (name === "sql.execute") statements += 1
        return tracer.span(name, ...rest)
      }
    })
    yield* effect.pipe(Effect.withClock(clock), Effect.withTracer(counting), Effect.withTracerEnabled(true))
    return statements
  })

/** A member with so many posts and comments, each comment on a post of another. */
const writer = (texts: number) =>
  Effect.gen(function* () {
    const id = yield* newUser()
    for (const _ of Array.range(1, texts)) {
      yield* newPost({ authorId: id })
      yield* newComment((yield* newPost()).id, id)
    }
    return id
  })

for (const { layer: storage, name } of oneDatabase) {
  layer(community(storage), { excludeTestServices: true })(`${name}: the number of statements`, (it) => {
    it.effect("Decisions.decide about all texts of a member runs as many statements for many texts as for two", () =>
      Effect.gen(function* () {
        const { decide } = yield* Decisions
        const moderator = { ...signedIn(yield* newUser({ role: "moderator" })), role: "moderator" } as const
        const decided = (id: UserId, action: "hide" | "restore") => {
          const about = { target: { type: "user", id }, action, all: true, until: Option.none() } as const
          const decision = decide({ ...about, rule: Option.some("No spam"), reason: Option.some("It sells pills.") })
          return statementsOf(Effect.provideService(decision, CurrentUser, moderator))
        }
        const [few, many] = [yield* writer(1), yield* writer(12)]
        const [first, ...counts] = [yield* decided(few, "hide"), yield* decided(many, "hide")]
        const restored = [yield* decided(few, "restore"), yield* decided(many, "restore")]
        assertTrue(first > 5)
        deepStrictEqual([counts, Array.dedupe(restored)], [[first], [restored[0]]])
      })
    )

    it.effect("Decisions.next runs one statement, however many reports concern the moderator", () =>
      Effect.gen(function* () {
        const { next } = yield* Decisions
        const id = yield* newUser({ role: "moderator" })
        const moderator = { ...signedIn(id), role: "moderator" } as const
        for (const _ of Array.range(1, 5)) {
          const target = { type: "post", id: (yield* newPost({ authorId: id })).id } as const
          yield* newReport({ target, subjectId: id, reason: "danger", reporterId: yield* newUser() })
        }
        const other = { type: "post", id: (yield* newPost()).id } as const
        yield* newReport({ target: other, reporterId: yield* newUser() })
        const found = Effect.provideService(next, CurrentUser, moderator)
        deepStrictEqual([yield* statementsOf(found), Option.isSome(yield* found)], [1, true])
      })
    )

    it.effect(
      "Translations.ofAll runs one statement for posts and one for comments, however many texts there are",
      () =>
        Effect.gen(function* () {
          const { ofAll } = yield* Translations
          const { author, id } = yield* newPost()
          const comments = yield* Effect.replicateEffect(newComment(id, author.id), 9)
          const targets = [
            { type: "post", id },
            ...comments.map(({ id }) => ({ type: "comment", id }) as const)
          ] as const
          const translated = Effect.provideService(ofAll(targets, "de", "5 seconds"), Viewer, Option.none())
          deepStrictEqual([yield* statementsOf(translated), (yield* translated).length], [2, 10])
        })
    )

    it.effect("Reports.list runs one statement for a page", () =>
      Effect.gen(function* () {
        const { list } = yield* Reports
        const moderator = { ...signedIn(yield* newUser({ role: "moderator" })), role: "moderator" } as const
        const { author, id } = yield* newPost()
        yield* newReport({ target: { type: "post", id } })
        yield* newReport({ target: { type: "comment", id: (yield* newComment(id, author.id)).id } })
        yield* newReport({ target: { type: "user", id: author.id } })
        const page = list({}).pipe(Effect.provideService(CurrentUser, moderator))
        strictEqual(yield* statementsOf(page), 1)
      })
    )
  })
}
