import { describe, it } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Option } from "effect"
import * as MemoryRepos from "../../../src/adapters/memory/Memory.ts"
import type { Role } from "../../../src/domain/accounts/CurrentUser.ts"
import { CurrentUser, type SignedInUser } from "../../../src/domain/accounts/CurrentUser.ts"
import type { Target } from "../../../src/domain/moderation/Target.ts"
import * as Memory from "../../../src/exports/Memory.ts"
import { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { Decisions } from "../../../src/services/moderation/Decisions.ts"
import { newDecision, newReport, newTarget } from "../../contracts/moderation/newDecisions.ts"
import { newPost, newUser } from "../../contracts/newRows.ts"
import { signedIn } from "../../support/People.ts"

const member = (role: Role = "user") => Effect.map(newUser({ role }), (id): SignedInUser => ({ ...signedIn(id), role }))

const as = (user: SignedInUser) => Effect.provideService(CurrentUser, user)

/** A post of somebody as a target, and its author. */
const written = Effect.gen(function* () {
  const subjectId = yield* newUser()
  const { id } = yield* newPost({ authorId: subjectId })
  const target: Target = { type: "post", id }
  return { target, subjectId }
})

/** The decisions that a member may see, with whether they reported. */
const visibleTo = (user: SignedInUser, ids: Parameters<Decisions["Type"]["visibleOf"]>[0]) =>
  Effect.map(
    Effect.flatMap(Decisions, (decisions) => decisions.visibleOf(ids)),
    (found) => Array.from(found, ([id, { decision, isReported }]) => [id, isReported, decision.by !== undefined])
  ).pipe(as(user))

describe("Decisions.visibleOf", () => {
  it.effect("gives of many decisions those about the caller and those that closed their reports, moderators all", () =>
    Effect.gen(function* () {
      const [maria, bob, mod] = [yield* member(), yield* member(), yield* member("moderator")]
      const target = newTarget()
      yield* newReport({ target, reporterId: bob.id })
      const [own, other] = [yield* newDecision({ target, subjectId: maria.id }), yield* newDecision()]
      yield* Effect.flatMap(ReportsRepo, (reports) => reports.close(target, own))
      deepStrictEqual(yield* visibleTo(maria, [own, other]), [[own, false, false]])
      deepStrictEqual(yield* visibleTo(bob, [own, other]), [[own, true, false]])
      const all = yield* visibleTo(mod, [own, other])
      deepStrictEqual([...all].sort(), [
        [own, false, true],
        [other, false, true]
      ])
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("asks the repository once for all decisions, and not at all for none", () => {
    let calls = 0
    const counting = Layer.effect(
      DecisionsRepo,
      Effect.map(DecisionsRepo, (repo) =>
        DecisionsRepo.of({
          ...repo,
          findAll: (ids) =>
            Effect.zipRight(
              Effect.sync(() => calls++),
              repo.findAll(ids)
            ),
          find: () => Effect.die("decisions are read one by one")
        })
      )
    ).pipe(Layer.provide(MemoryRepos.layer))
    return Effect.gen(function* () {
      const mod = yield* member("moderator")
      yield* visibleTo(mod, [])
      strictEqual(calls, 0)
      const ids = [yield* newDecision(), yield* newDecision()]
      strictEqual((yield* visibleTo(mod, ids)).length, 2)
      strictEqual(calls, 1)
    }).pipe(Effect.provide(Memory.layerWith(counting)))
  })
})

describe("Decisions.next", () => {
  const nextFor = (user: SignedInUser) => Effect.flatMap(Decisions, ({ next }) => as(user)(next))

  it.effect("gives the most urgent reported target, without those about the caller, and none in an empty queue", () =>
    Effect.gen(function* () {
      const mod = yield* member("moderator")
      assertNone(yield* nextFor(mod))
      const own: Target = { type: "user", id: mod.id }
      yield* newReport({ target: own, subjectId: mod.id, reason: "danger", reporterId: yield* newUser() })
      assertNone(yield* nextFor(mod))
      const [spam, danger] = [yield* written, yield* written]
      yield* newReport({ ...spam, reporterId: yield* newUser() })
      deepStrictEqual(yield* nextFor(mod), Option.some(spam.target))
      yield* newReport({ ...danger, reason: "danger", reporterId: yield* newUser() })
      deepStrictEqual(yield* nextFor(mod), Option.some(danger.target))
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("fails with NotAllowed for members", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(nextFor(yield* member()))
      strictEqual(refused._tag, "NotAllowed")
    }).pipe(Effect.provide(Memory.layer))
  )
})
