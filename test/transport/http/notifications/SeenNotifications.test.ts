import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { diseaseNamed, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { open } from "../../../support/Reader.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { until } from "../../../support/Waiting.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { follow } from "../../sse/Given.ts"
import { keyOf } from "../audiences/AudienceViewers.ts"
import { report, scene } from "../moderation/Given.ts"

const inbox = ({ token }: Pick<Member, "token">) =>
  Effect.map(send("GET", "/api/notifications", { as: token }), ({ body }) => ({
    ids: listAt(body, "data").map((one) => at(one, "id")),
    unreadCount: at(body, "unreadCount")
  }))

/** The number of unread notifications that a stream says when it opens. */
const said = ({ token }: Pick<Member, "token">) =>
  Effect.map(
    Effect.flatMap(open({ as: token }), ({ next }) => next),
    ({ data }) => at(data, "unreadCount")
  )

const told = (member: Member) => until(Effect.map(inbox(member), ({ ids }) => ids.length > 0))

const markRead = ({ token }: Member, ...notificationIds: ReadonlyArray<unknown>) =>
  send("PATCH", "/api/notifications", { as: token, body: { notificationIds } })

/** A member of Bob's post, which is for some members only, and mentions this member. */
const mentioned = Effect.gen(function* () {
  const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
  yield* send("PATCH", "/api/community", { as: admin.token, body: { audiences: true } })
  const disease = yield* diseaseNamed(admin, "Marfan syndrome")
  const own = (diseaseIds: ReadonlyArray<number>) =>
    send("PATCH", `/api/users/${maria.user.id}`, { as: maria.token, body: { diseaseIds } })
  yield* own([disease.id])
  const content = `For [Maria](/members/${maria.user.id}).`
  yield* publish(bob, { content, audience: "disease", diseaseId: disease.id })
  return { maria, bob, own, content, disease }
})

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: notifications that not every caller sees`,
    (it) => {
      it.scoped("of cases are not counted by a stream of an agent's key, and are by one of its moderator", () =>
        Effect.gen(function* () {
          const { bob, mod, post } = yield* scene
          yield* report(bob.token, post)
          yield* told(mod)
          const agent = { token: yield* keyOf(mod, { agent: true }) }
          deepStrictEqual([yield* said(mod), yield* said(agent)], [1, 0])
          deepStrictEqual([(yield* inbox(mod)).unreadCount, (yield* inbox(agent)).unreadCount], [1, 0])
          const stream = yield* follow(agent)
          yield* markRead(mod, ...(yield* inbox(mod)).ids)
          yield* publish(bob, { content: `Look, [M](/members/${mod.user.id}).` })
          strictEqual((yield* stream.next).event, "notification")
        })
      )

      it.scoped("of cases are gone from list and stream of a moderator who is one no longer", () =>
        Effect.gen(function* () {
          const { bob, mod, post } = yield* scene
          yield* report(bob.token, post)
          yield* told(mod)
          const admin = yield* joinAdmin
          yield* send("PATCH", `/api/users/${mod.user.id}`, { as: admin.token, body: { role: "user" } })
          deepStrictEqual([yield* inbox(mod), yield* said(mod)], [{ ids: [], unreadCount: 0 }, 0])
        })
      )

      it.scoped("come and go with the diseases of their member, whose streams say so at once", () =>
        Effect.gen(function* () {
          const { disease, maria, own } = yield* mentioned
          strictEqual(yield* said(maria), 1)
          const stream = yield* follow(maria)
          for (const [ids, unread] of [
            [[], 0],
            [[disease.id], 1]
          ] as const) {
            yield* own(ids)
            strictEqual((yield* stream.next).event, "resync")
            deepStrictEqual([(yield* inbox(maria)).unreadCount, yield* said(maria)], [unread, unread])
          }
        })
      )

      it.scoped("are not named as read on the stream of a key that may not read them", () =>
        Effect.gen(function* () {
          const { bob, content, maria } = yield* mentioned
          yield* publish(bob, { content })
          yield* publish(bob, { content })
          const [stream, session] = [yield* follow({ token: yield* keyOf(maria) }), yield* follow(maria)]
          const { ids } = yield* inbox(maria)
          const [, shown, restricted] = ids
          yield* markRead(maria, restricted)
          deepStrictEqual((yield* session.next).data, { ids: [restricted], unreadCount: 2 })
          yield* markRead(maria, shown)
          deepStrictEqual((yield* stream.next).data, { ids: [shown], unreadCount: 1 })
        })
      )
    }
  )
}
