import { strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { CommentId, DecisionId, PostId, ReportId } from "../../../../src/domain/Ids.ts"
import type { Audience } from "../../../../src/domain/posts/Audience.ts"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { answer, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { nobody, type World, world } from "../../../support/rows/World.ts"
import { at } from "../../../support/Wire.ts"
import { decide, report } from "../moderation/Given.ts"

/** Sends what must succeed, and gives the body. */
export const sent = (
  method: "GET" | "POST" | "PATCH" | "PUT",
  path: string,
  as: Redacted.Redacted,
  body?: object
): Effect.Effect<unknown, unknown, Effect.Effect.Context<ReturnType<typeof send>>> =>
  Effect.map(send(method, path, { as, ...(body === undefined ? {} : { body }) }), (answer) => {
    strictEqual(answer.status < 300, true, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  })

/** A member whose profile names a disease. */
export const joinWith = (diseaseId: number | undefined) =>
  Effect.tap(join(), ({ token, user }) =>
    diseaseId === undefined
      ? Effect.void
      : sent("PATCH", `/api/users/${user.id}`, token, { diseaseIds: [diseaseId], diseasesVisibleTo: "me" })
  )

export const membersScopes = ["read", "write", "notifications", "members"]

/** A key of a member: with the scopes of a key that names none, unless it names some. */
export const keyOf = ({ token }: Pick<Member, "token">, given: object = {}) =>
  Effect.map(sent("POST", "/api/auth/apikeys", token, { name: "a key", ...given }), (body) =>
    Redacted.make(String(at(body, "key")))
  )

/** An admin says whether agents' keys may have the scope `members`. */
export const letAgents = ({ admin }: { readonly admin: Pick<Member, "token"> }, agentsReadMembers: boolean) =>
  // Their sign-in may be minutes old, where a machine is slow.
  sent("PATCH", "/api/community", admin.token, { agentsReadMembers, password: "correct horse battery" })

/** A post about the disease in the middle of a family, beside a small community. */
export const familyWorld = Effect.gen(function* () {
  const [given, family] = [yield* world, yield* newFamily]
  const { maria, bob } = given
  yield* sent("PATCH", `/api/users/${bob.user.id}`, bob.token, { diseaseIds: [family.asked] })
  yield* publish(maria, { diseaseId: family.asked, category: "question" })
  return { ...given, family, disease: { ...given.disease, id: family.asked } }
})
export type FamilyWorld = Effect.Effect.Success<typeof familyWorld>

/** A viewer: the credential, and of which audiences posts by others and by the viewer are readable. */
export interface Viewer {
  readonly as: Redacted.Redacted | undefined
  readonly reads: ReadonlySet<Audience>
  readonly kind: "session" | "key"
}

const nothing: Viewer["reads"] = new Set()
const ofMembers: Viewer["reads"] = new Set(["members"])
const both: Viewer["reads"] = new Set(["members", "disease"])

const session = ({ token }: Pick<Member, "token">, reads: Viewer["reads"]): Viewer => ({
  as: token,
  reads,
  kind: "session"
})

const key = (as: Redacted.Redacted, reads: Viewer["reads"]): Viewer => ({ as, reads, kind: "key" })

/** Makes an agent's key with the scope `members` while that is allowed, which it is not before and afterwards. */
const agentKeyOf = (given: World, member: Member) =>
  Effect.gen(function* () {
    const asked = { name: "an agent", agent: true, scopes: membersScopes }
    yield* letAgents(given, true)
    const made = yield* keyOf(member, asked)
    yield* letAgents(given, false)
    return made
  })

/** Everybody who may look, by name. Members without a disease of the family follow the author and the disease. */
export const viewersOf = (given: FamilyWorld) =>
  Effect.gen(function* () {
    const { admin, bob, family, maria } = given
    const [other, concerned, above, below, unrelated, suspended] = [
      yield* joinWith(undefined),
      yield* joinWith(family.asked),
      yield* joinWith(family.group),
      yield* joinWith(family.form),
      yield* joinWith(family.stranger),
      yield* joinWith(family.asked)
    ]
    const [moderator, sibling] = [yield* joinModerator, yield* joinWith(family.sibling)]
    for (const { token } of [other, unrelated, suspended, sibling]) {
      yield* sent("PUT", `/api/users/${maria.user.id}/follow`, token)
      yield* sent("PUT", `/api/diseases/${family.asked}/follow`, token)
    }
    const agents = { member: yield* agentKeyOf(given, concerned), moderator: yield* agentKeyOf(given, moderator) }
    yield* sent("PUT", `/api/users/${suspended.user.id}/suspension`, admin.token, { reason: "spam" })
    const viewers = {
      anonymous: { as: undefined, reads: nothing, kind: "session" },
      author: session(maria, both),
      commenter: session(bob, both),
      other: session(other, ofMembers),
      concerned: session(concerned, both),
      above: session(above, both),
      below: session(below, both),
      sibling: session(sibling, ofMembers),
      unrelated: session(unrelated, ofMembers),
      suspended: session(suspended, nothing),
      moderator: session(moderator, both),
      admin: session(admin, both),
      "author's key": key(yield* keyOf(maria), nothing),
      "commenter's key": key(given.key.key, nothing),
      "other's key for members": key(yield* keyOf(other, { scopes: membersScopes }), ofMembers),
      "key of somebody concerned for members": key(yield* keyOf(concerned, { scopes: membersScopes }), both),
      "agent of somebody concerned": key(agents.member, nothing),
      "moderator's agent": key(agents.moderator, nothing),
      "moderator's key": key(yield* keyOf(moderator), nothing)
    } satisfies Record<string, Viewer>
    return { viewers, members: { other, concerned, judge: yield* joinModerator }, agents }
  })
export type Viewers = Effect.Effect.Success<ReturnType<typeof viewersOf>>

/** Writes a post for an audience with a word everywhere on it. Gives it, a comment, and the comment that was hidden. */
export const plant = (given: FamilyWorld, { members }: Pick<Viewers, "members">, audience: Audience, word: string) =>
  Effect.gen(function* () {
    const { bob, family, maria } = given
    const { concerned, judge, other } = members
    const content = `All about ${word}, says [somebody](/members/${other.user.id}).`
    const diseaseId = family.asked
    const post = yield* publish(maria, {
      ...{ title: `About ${word}`, content: `The former ${word}.`, category: "question", language: "en" },
      ...{ audience, diseaseId }
    })
    const path = `/api/posts/${post.id}`
    yield* sent("PATCH", path, maria.token, { content })
    const comment = yield* answer(bob, post.id, `The former answer on ${word}.`)
    yield* sent("PATCH", `/api/comments/${comment.id}`, bob.token, { content: `I know ${word} too.` })
    const second = yield* answer(concerned, post.id, `And I know ${word}.`)
    const replyTo = { content: `Thanks for ${word}.`, replyTo: comment.id }
    yield* sent("POST", `${path}/comments`, maria.token, replyTo)
    yield* sent("PUT", `${path}/like`, concerned.token)
    yield* sent("PUT", `${path}/follow`, concerned.token)
    yield* sent("PUT", `${path}/place`, bob.token, { commentId: second.id })
    yield* sent("PUT", `/api/comments/${comment.id}/like`, maria.token)
    yield* sent("PUT", `/api/comments/${comment.id}/helped`, maria.token)
    const reports = [
      yield* report(concerned.token, { type: "post", id: post.id }, "spam", `It says ${word}.`),
      yield* report(concerned.token, { type: "comment", id: comment.id }, "spam", `It says ${word}.`)
    ]
    for (const { body, status } of reports) strictEqual(status, 201, JSON.stringify(body))
    const hidden = yield* answer(bob, post.id, `A secret of ${word}.`)
    const decision = yield* decide(judge.token, { type: "comment", id: hidden.id }, "hide")
    strictEqual(decision.status, 201)
    const decisionId = DecisionId.make(Number(at(decision.body, "id")))
    return { post, comment, hidden, decision: decisionId, report: ReportId.make(Number(at(reports[0], "body", "id"))) }
  })
export type Planted = Effect.Effect.Success<ReturnType<typeof plant>>

/** The world in which requests name planted texts, and what is about them, where the rows name others. */
export const worldAbout = (given: FamilyWorld, { comment, decision, post, report }: Planted): World => ({
  ...given,
  decision,
  report,
  post: { ...given.post, id: post.id },
  comment: { ...given.comment, id: comment.id }
})

/** The world in which they name texts that never were. */
export const worldOfNothing = (given: FamilyWorld): World => ({
  ...given,
  decision: DecisionId.make(nobody),
  report: ReportId.make(nobody),
  post: { ...given.post, id: PostId.make(nobody) },
  comment: { ...given.comment, id: CommentId.make(nobody) }
})
