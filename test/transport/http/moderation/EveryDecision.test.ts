import type { HttpClient } from "@effect/platform"
import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import {
  DecisionAction,
  fits,
  stateAfter,
  type TargetState,
  TargetType
} from "../../../../src/domain/moderation/Target.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { statesOf } from "../../../support/moderation/States.ts"
import { at } from "../../../support/Wire.ts"
import { decide, isShown, report, type TargetOnWire, userOf } from "./Given.ts"

/** The decision that leads from the first state of a target to another one. */
const leadsTo: Partial<Record<TargetState, DecisionAction>> = { hidden: "hide", locked: "lock", suspended: "suspend" }

/** A new target of a type, and the post that it is or is on. */
const newTarget = (type: TargetType, writer: Member) =>
  Effect.gen(function* () {
    const author = type === "user" ? yield* join() : writer
    const post = yield* publish(author)
    const target: TargetOnWire =
      type === "user" ? userOf(author) : { type, id: type === "post" ? post.id : (yield* answer(author, post.id)).id }
    return { author, postId: post.id, target }
  })

const everybody = Effect.gen(function* () {
  const [mod, admin] = [yield* joinModerator, yield* joinAdmin]
  const { key } = yield* mod.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
  return {
    mod,
    admin,
    writer: yield* join(),
    mayDecide: { moderator: mod.token, admin: admin.token },
    mayNot: { member: (yield* join()).token, expert: (yield* join("expert")).token, "a moderator's agent": key }
  }
})

type Everybody = Effect.Effect.Success<typeof everybody>

/** What an action needs: an end that changes a suspension, and that all texts of a member are meant. */
const givenWith = (type: TargetType, action: DecisionAction) => {
  if (action === "suspend") return { until: "2100-01-01T00:00:00Z" }
  return type === "user" && (action === "hide" || action === "restore") ? { all: true } : {}
}

const stateOf = (
  { admin, mod }: Everybody,
  target: TargetOnWire,
  postId: number,
  before: TargetState
): Effect.Effect<TargetState, unknown, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    if (before === "hiddenWithPost") {
      yield* decide(mod.token, { type: "post", id: postId }, "restore")
      return (yield* isShown(target, postId)) ? "hiddenWithPost" : "hidden"
    }
    if (target.type === "user") {
      const { body } = yield* send("GET", `/api/users/${target.id}`, { as: admin.token })
      return (at(body, "suspended") ?? null) === null ? "active" : "suspended"
    }
    if (!(yield* isShown(target, postId))) return "hidden"
    if (target.type === "comment") return "shown"
    return at((yield* send("GET", `/api/posts/${postId}`)).body, "locked") === true ? "locked" : "shown"
  })

layer(community(Memory.layer), { excludeTestServices: true })("POST /api/decisions", (it) => {
  it.effect(
    "moves every target from every state by every action of every role as the transitions say, and no other way",
    () =>
      Effect.gen(function* () {
        const all = yield* everybody
        const reporter = yield* join()
        const cases = TargetType.literals.flatMap((type) =>
          statesOf(type).flatMap((state) =>
            // A text that waits for its first review is made by a new member (`FirstReview.test.ts`).
            state === "waiting" ? [] : DecisionAction.literals.map((action) => ({ type, action, state }))
          )
        )
        for (const { action, state, type } of cases) {
          const about = (role: string) => `${role}: ${action} of a ${type} that is ${state}`
          const made = Effect.gen(function* () {
            const found = yield* newTarget(type, all.writer)
            yield* report(reporter.token, found.target)
            const before = leadsTo[state]
            const post: TargetOnWire = { type: "post", id: found.postId }
            if (state === "hiddenWithPost") strictEqual((yield* decide(all.mod.token, post, "hide")).status, 201)
            if (before !== undefined) strictEqual((yield* decide(all.mod.token, found.target, before)).status, 201)
            return found
          })
          const given = givenWith(type, action)
          const refused = yield* made
          for (const [role, token] of Object.entries(all.mayNot)) {
            strictEqual(
              (yield* decide(token, refused.target, action, given)).status,
              fits(type, action) ? 403 : 400,
              about(role)
            )
          }
          strictEqual(
            (yield* decide(refused.author.token, refused.target, action, given)).status,
            state === "suspended" ? 401 : fits(type, action) ? 403 : 400,
            about("author")
          )
          strictEqual(yield* stateOf(all, refused.target, refused.postId, state), state, about("nobody"))
          for (const [role, token] of Object.entries(all.mayDecide)) {
            const { postId, target } = yield* made
            const to = stateAfter(type, state, action)
            const isDone = to !== undefined && !(action === "none" && leadsTo[state] !== undefined)
            const { status } = yield* decide(token, target, action, given)
            // A decision has closed the report, so that `none` has nothing to close; of a member, all texts are concerned.
            const expected = !fits(type, action) ? 400 : isDone ? 201 : 409
            // Of a member the state says nothing about the texts, which `restore` shows again where one is hidden.
            const possible = type === "user" && action === "restore" ? [201, 409] : [expected]
            assertTrue(possible.includes(status), `${about(role)}: ${status}`)
            strictEqual(yield* stateOf(all, target, postId, state), status === 201 ? to : state, about(role))
          }
        }
      })
  )
})
