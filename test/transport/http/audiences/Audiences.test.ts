import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import type { CommentId } from "../../../../src/domain/Ids.ts"
import type { TextTarget } from "../../../../src/domain/moderation/Target.ts"
import { PostReader, readerOfAll } from "../../../../src/domain/posts/Audience.ts"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { hide as hideAsReader } from "../../../support/moderation/Hiding.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, placeOf, refusedFor } from "../../../support/Wire.ts"

/** Hides a text as the decision of a moderator does. */
const hide = (target: TextTarget) => Effect.provideService(hideAsReader(target), PostReader, readerOfAll)

const audiences = ["everyone", "members", "disease"] as const

const withMembers = ["read", "write", "notifications", "members"]

const keyOf = ({ token }: Pick<Member, "token">, given: object = {}) =>
  Effect.map(
    send("POST", "/api/auth/apikeys", { as: token, body: { name: "a key", ...given } }),
    ({ body, status }) => {
      strictEqual(status, 201)
      return Redacted.make(String(at(body, "key")))
    }
  )

const name = ({ token, user }: Member, diseaseIds: ReadonlyArray<number>) =>
  send("PATCH", `/api/users/${user.id}`, { as: token, body: { diseaseIds } })

/** Creates a post with these fields. */
const create = (as: Redacted.Redacted, given: object) =>
  send("POST", "/api/posts", { as, body: { title: unique(), content: unique(), ...given } })

/** Changes a post, and gives the answer. */
const change = ({ token }: Member, id: number, body: object) => send("PATCH", `/api/posts/${id}`, { as: token, body })

const isFixed = (answer: Effect.Effect.Success<ReturnType<typeof send>>) =>
  refusedFor(answer, 409, /others have commented on this post/)

/** An author, somebody concerned by the disease that posts are about, and somebody who is not. */
const scene = Effect.gen(function* () {
  const [maria, bob, carol, family] = [yield* join(), yield* join(), yield* join(), yield* newFamily]
  yield* name(bob, [family.asked])
  return { maria, bob, carol, family }
})

/** Whether each of the members reads a post. */
const readBy = (id: number, members: ReadonlyArray<Pick<Member, "token">>) =>
  Effect.forEach(members, ({ token }) =>
    Effect.map(send("GET", `/api/posts/${id}`, { as: token }), ({ status }) => status === 200)
  )

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`audiences (${storage.name})`, (it) => {
    it.effect("are said when a post is created, and everyone is the default", () =>
      Effect.gen(function* () {
        const { bob, carol, family, maria } = yield* scene
        strictEqual((yield* publish(maria)).audience, "everyone")
        for (const audience of audiences) {
          const { body, status } = yield* create(maria.token, { audience, diseaseId: family.asked })
          deepStrictEqual([status, at(body, "audience")], [201, audience])
          const id = Number(at(body, "id"))
          deepStrictEqual(yield* readBy(id, [maria, bob, carol]), [true, true, audience !== "disease"])
          strictEqual((yield* send("GET", `/api/posts/${id}`)).status, audience === "everyone" ? 200 : 404)
        }
      })
    )

    it.effect("of a disease are those of all above and below it, at any distance, and of none beside it", () =>
      Effect.gen(function* () {
        const { family, maria } = yield* scene
        const readersOf = (diseaseId: number) =>
          Effect.gen(function* () {
            const { id } = yield* publish(maria, { audience: "disease", diseaseId })
            const reader = yield* join()
            const read: Array<string> = []
            for (const [relation, own] of Object.entries(family)) {
              yield* name(reader, [own])
              if ((yield* readBy(id, [reader]))[0] === true) read.push(relation)
            }
            return read.sort()
          })
        deepStrictEqual(yield* readersOf(family.form), ["asked", "form", "group"])
        deepStrictEqual(yield* readersOf(family.asked), ["asked", "form", "group"])
        deepStrictEqual(yield* readersOf(family.group), ["asked", "form", "group", "sibling"])
      })
    )

    it.effect("are refused: an unknown one, one of no disease, and one by a key without the scope", () =>
      Effect.gen(function* () {
        const { family, maria } = yield* scene
        refusedFor(yield* create(maria.token, { audience: "friends" }), 400, /audience/)
        refusedFor(yield* create(maria.token, { audience: "disease" }), 400, /needs a diseaseId/)
        const key = yield* keyOf(maria)
        const asked = { diseaseId: family.asked }
        for (const audience of ["members", "disease"]) {
          refusedFor(yield* create(key, { audience, ...asked }), 403, /lacks the scope members/)
        }
        strictEqual((yield* create(key, { audience: "everyone" })).status, 201)
        const able = yield* keyOf(maria, { scopes: withMembers })
        strictEqual((yield* create(able, { audience: "disease", ...asked })).status, 201)
        const { id } = yield* publish(maria)
        const change = { as: key, body: { audience: "members" } }
        refusedFor(yield* send("PATCH", `/api/posts/${id}`, change), 403, /lacks the scope members/)
      })
    )

    it.effect("of a disease cannot lose their disease", () =>
      Effect.gen(function* () {
        const { family, maria } = yield* scene
        const { id } = yield* publish(maria, { audience: "disease", diseaseId: family.asked })
        refusedFor(yield* change(maria, id, { diseaseId: null }), 400, /needs a diseaseId/)
        const cleared = yield* change(maria, id, { diseaseId: null, audience: "members" })
        deepStrictEqual([cleared.status, at(cleared.body, "audience")], [200, "members"])
        refusedFor(yield* change(maria, id, { audience: "disease" }), 400, /needs a diseaseId/)
      })
    )

    it.effect("can be narrowed at any time, and widened until somebody else has commented", () =>
      Effect.gen(function* () {
        const { bob, carol, family, maria } = yield* scene
        const { id } = yield* publish(maria, { audience: "disease", diseaseId: family.asked })
        yield* answer(maria, id)
        for (const audience of ["members", "everyone", "members", "disease", "everyone"]) {
          const { body, status } = yield* change(maria, id, { audience })
          deepStrictEqual([status, at(body, "audience")], [200, audience])
        }
        yield* answer(bob, id)
        for (const audience of ["members", "disease"]) strictEqual((yield* change(maria, id, { audience })).status, 200)
        deepStrictEqual(yield* readBy(id, [maria, bob, carol]), [true, true, false])
        for (const audience of ["members", "everyone"]) isFixed(yield* change(maria, id, { audience }))
        strictEqual((yield* change(maria, id, { title: unique(), audience: "disease" })).status, 200)
        isFixed(yield* change(maria, id, { diseaseId: family.form }))
        isFixed(yield* change(maria, id, { diseaseId: family.group }))
      })
    )

    it.effect("stay fixed when the comment of somebody else was deleted, hidden, or its author has left", () =>
      Effect.gen(function* () {
        const { bob, family, maria } = yield* scene
        const removals = [
          (_: Member, id: CommentId) => send("DELETE", `/api/comments/${id}`, { as: bob.token }),
          (_: Member, id: CommentId) => hide({ type: "comment", id }),
          ({ payload, token }: Member) =>
            send("DELETE", "/api/users/me", { as: token, body: { password: Redacted.value(payload.password) } })
        ]
        for (const [index, remove] of removals.entries()) {
          const { id } = yield* publish(maria, { audience: "disease", diseaseId: family.asked })
          const comment = yield* answer(bob, id)
          yield* remove(bob, comment.id)
          const kept = yield* send("GET", `/api/comments/${comment.id}`, { as: maria.token })
          strictEqual(kept.status, index === 2 ? 200 : 404)
          isFixed(yield* change(maria, id, { audience: "members" }))
          isFixed(yield* change(maria, id, { diseaseId: family.form }))
        }
      })
    )

    it.effect("keep others from commenting and liking, and let them delete what they wrote before", () =>
      Effect.gen(function* () {
        const { bob, carol, family, maria } = yield* scene
        const { id } = yield* publish(maria, { diseaseId: family.asked })
        const [own, second] = [yield* answer(carol, id), yield* answer(carol, id)]
        strictEqual((yield* change(maria, id, { audience: "disease" })).status, 200)
        const writes = [
          send("POST", `/api/posts/${id}/comments`, { as: carol.token, body: { content: unique() } }),
          send("PUT", `/api/posts/${id}/like`, { as: carol.token }),
          send("POST", `/api/posts/${id}/like`, { as: carol.token }),
          send("PUT", `/api/posts/${id}/follow`, { as: carol.token }),
          send("PUT", `/api/comments/${own.id}/like`, { as: bob.token }),
          send("PUT", `/api/comments/${own.id}/like`, { as: carol.token }),
          send("PATCH", `/api/comments/${own.id}`, { as: carol.token, body: { content: unique() } }),
          send("DELETE", `/api/comments/${own.id}`, { as: carol.token })
        ]
        const statuses = yield* Effect.forEach(
          writes,
          Effect.map(({ status }) => status)
        )
        deepStrictEqual(statuses, [404, 404, 404, 404, 200, 404, 404, 200])
        const [plain, able] = [yield* keyOf(carol), yield* keyOf(carol, { scopes: withMembers })]
        strictEqual((yield* send("DELETE", `/api/comments/${second.id}`, { as: plain })).status, 404)
        strictEqual((yield* send("DELETE", `/api/comments/${second.id}`, { as: able })).status, 200)
      })
    )

    it.effect("take notifications from the inbox of who may not read, and give them back", () =>
      Effect.gen(function* () {
        const { bob, carol, family, maria } = yield* scene
        yield* send("PUT", `/api/users/${maria.user.id}/follow`, { as: carol.token })
        const { id } = yield* publish(maria, { diseaseId: family.asked })
        yield* answer(bob, id)
        const [plain, able] = [yield* keyOf(maria), yield* keyOf(maria, { scopes: withMembers })]
        const inbox = (as: Redacted.Redacted) =>
          Effect.map(send("GET", "/api/notifications", { as }), (answer) => [
            eachOf(answer, "post", "id"),
            at(answer.body, "unreadCount")
          ])
        const all = Effect.forEach([maria.token, able, plain, carol.token], inbox)
        const one = [[id], 1]
        deepStrictEqual(yield* all, [one, one, one, one])
        yield* change(maria, id, { audience: "members" })
        deepStrictEqual(yield* all, [one, one, [[], 0], one])
        yield* change(maria, id, { audience: "disease" })
        deepStrictEqual(yield* all, [one, one, [[], 0], [[], 0]])
        for (const as of [plain, carol.token]) yield* send("PATCH", "/api/notifications", { as })
        yield* name(carol, [family.group])
        deepStrictEqual(yield* all, [one, one, [[], 0], one])
      })
    )

    it.effect("are a filter of lists: of what the caller may read, and not for keys without the scope", () =>
      Effect.gen(function* () {
        const { bob, carol, family, maria } = yield* scene
        const post = (audience: (typeof audiences)[number]) =>
          Effect.map(publish(maria, { audience, diseaseId: family.asked }), ({ id }) => id)
        const [everyone, members, disease] = [yield* post("everyone"), yield* post("members"), yield* post("disease")]
        const list = (audience: string, as?: Redacted.Redacted) =>
          send("GET", `/api/posts?audience=${audience}&authorId=${maria.user.id}`, as === undefined ? {} : { as })
        const readers = [maria.token, bob.token, carol.token, yield* keyOf(bob, { scopes: withMembers })]
        const found = yield* Effect.forEach(readers, (as) =>
          Effect.forEach(audiences, (audience) => Effect.map(list(audience, as), (answer) => eachOf(answer)))
        )
        const ofConcerned = [[everyone], [members], [disease]]
        deepStrictEqual<unknown>(found, [ofConcerned, ofConcerned, [[everyone], [members], []], ofConcerned])
        const key = yield* keyOf(maria)
        for (const audience of ["members", "disease"]) {
          const toVisitor = yield* list(audience)
          deepStrictEqual([toVisitor.status, eachOf(toVisitor), at(placeOf(toVisitor), "total")], [200, [], 0])
          refusedFor(yield* list(audience, key), 403, /lacks the scope members/) // the visitor's answer may be cached
        }
        deepStrictEqual(eachOf(yield* list("everyone", key)), [everyone])
        strictEqual((yield* list("friends")).status, 400)
      })
    )

    it.effect("are for keys that were given the scope by who has it, and for agents while the community allows", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const plain = yield* keyOf(maria)
        const asked = { name: "a key", scopes: withMembers }
        strictEqual((yield* send("POST", "/api/auth/apikeys", { as: plain, body: asked })).status, 403)
        const able = yield* keyOf(maria, { scopes: withMembers })
        const scopesOf = (as: Redacted.Redacted, body: object) =>
          Effect.map(send("POST", "/api/auth/apikeys", { as, body }), (answer) => at(answer.body, "scopes"))
        deepStrictEqual(yield* scopesOf(able, { name: "without" }), ["read", "write", "notifications"])
        deepStrictEqual(yield* scopesOf(able, asked), withMembers)
        const agent = { ...asked, agent: true }
        strictEqual((yield* send("POST", "/api/auth/apikeys", { as: maria.token, body: agent })).status, 403)
        yield* send("PATCH", "/api/community", { as: admin.token, body: { agentsReadMembers: true } })
        deepStrictEqual(yield* scopesOf(maria.token, agent), withMembers)
        yield* send("PATCH", "/api/community", { as: admin.token, body: { agentsReadMembers: false } })
      })
    )
  })

  layer(community(storage.layer), { excludeTestServices: true })(`audiences off (${storage.name})`, (it) => {
    it.effect("are off and on by an admin, and not off while there are such posts, shown or hidden", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const set = (on: boolean) => send("PATCH", "/api/community", { as: admin.token, body: { audiences: on } })
        strictEqual((yield* set(false)).status, 200)
        refusedFor(yield* create(maria.token, { audience: "members" }), 400, /has not turned audiences on/)
        const { id } = yield* publish(maria)
        refusedFor(yield* change(maria, id, { audience: "members" }), 400, /has not turned audiences on/)
        strictEqual((yield* create(maria.token, { audience: "everyone" })).status, 201)
        strictEqual((yield* set(true)).status, 200)
        strictEqual((yield* change(maria, id, { audience: "members" })).status, 200)
        refusedFor(yield* set(false), 409, /posts that are not for everyone/)
        yield* hide({ type: "post", id })
        refusedFor(yield* set(false), 409, /posts that are not for everyone/)
      })
    )
  })
}
