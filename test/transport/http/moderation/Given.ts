import { Effect, type Redacted } from "effect"
import { answer, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"

export interface TargetOnWire {
  readonly type: "post" | "comment" | "user"
  readonly id: number
}

/** A member as a target. */
export const userOf = ({ user }: Member): TargetOnWire => ({ type: "user", id: user.id })

export const report = (as: Redacted.Redacted, target: TargetOnWire, reason = "spam", text?: string) =>
  send("POST", "/api/reports", { as, body: { target, reason, text } })

export const rule = "No advertisements"
export const reason = "It sells **pills**."

export const decide = (as: Redacted.Redacted, target: TargetOnWire, action: string, given: object = {}) =>
  send("POST", "/api/decisions", { as, body: { target, action, rule, reason, ...given } })

export const appeal = (as: Redacted.Redacted, id: unknown, text = "It does not.") =>
  send("POST", `/api/decisions/${id}/appeal`, { as, body: { text } })

export const decideAppeal = (as: Redacted.Redacted, id: unknown, outcome: "upheld" | "reversed") =>
  send("PATCH", `/api/decisions/${id}/appeal`, { as, body: { outcome, reason: "We have read it again." } })

/** The status of a post, or of the first comment with this id on it, for everybody. */
export const isShown = (target: TargetOnWire, postId: number) =>
  Effect.map(send("GET", `/api/posts/${postId}`), ({ body, status }) =>
    target.type === "post" ? status === 200 : JSON.stringify(at(body, "comments")).includes(`"id":${target.id},`)
  )

/** An author with a post and a comment of their own on it, a reporter, and two moderators. */
export const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const [mod, other] = [yield* joinModerator, yield* joinModerator]
  const { id: postId } = yield* publish(maria, { title: "Pills for all", content: "Buy **this** now." })
  const { id: commentId } = yield* answer(maria, postId, "And that.")
  const post: TargetOnWire = { type: "post", id: postId }
  const comment: TargetOnWire = { type: "comment", id: commentId }
  return { maria, bob, mod, other, post, comment }
})

/** What the inbox of a member says of decisions: their ids, newest first. */
export const told = ({ token }: Member) =>
  Effect.map(send("GET", "/api/notifications", { as: token }), ({ body }) => {
    const data = at(body, "data")
    const list = globalThis.Array.isArray(data) ? data : []
    return list.filter((one) => at(one, "type") === "moderation").map((one) => at(one, "decisionId"))
  })
