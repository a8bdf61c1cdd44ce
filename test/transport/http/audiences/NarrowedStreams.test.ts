import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { narrowings, scene, titleOf } from "../../../races/audiences/Given.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { send } from "../../../support/Members.ts"
import { open, type Reader, type Received } from "../../../support/Reader.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf } from "../../../support/Wire.ts"
import { follow } from "../../sse/Given.ts"
import { cookieFor, open as openPage } from "../../web/support/Browse.ts"
import { keyOf, letAgents, membersScopes, sent } from "./AudienceViewers.ts"

const sameOrigin = { "sec-fetch-site": "same-origin" }

/** Opens the stream of a thread as its page does, and reads the first event. */
const listen = (member: Member, postId: number) =>
  Effect.tap(
    open({ path: "/live", query: { postId: String(postId) }, headers: { ...sameOrigin, cookie: cookieFor(member) } }),
    ({ next }) => next
  )

/** The events up to one that says a word, with it. */
const until = ({ next }: Reader, word: string) =>
  Effect.gen(function* () {
    const events: Array<Received> = []
    const says = (received: Received | undefined) => JSON.stringify(received ?? "").includes(word)
    while (!says(events.at(-1))) events.push(yield* Effect.timeout(next, "1 minute"))
    return events
  })

const namesOf = (events: ReadonlyArray<Received>) => events.map(({ event }) => event)

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: an open stream, where a post is narrowed`,
    (it) => {
      it.scoped("of its thread: says resync to who may not read it any more, and no word of it afterwards", () =>
        Effect.gen(function* () {
          const { comment, concerned, maria, narrow, post, stranger } = yield* scene(narrowings[1])
          const own = yield* publish(stranger)
          const [kept, lost] = [yield* listen(concerned, post.id), yield* listen(stranger, post.id)]
          yield* comment(concerned.token, "before")
          deepStrictEqual(namesOf(yield* until(lost, "before")), ["comment"])
          yield* narrow
          yield* comment(maria.token, "canary")
          yield* comment(concerned.token, "another canary")
          deepStrictEqual(namesOf(yield* until(kept, "another canary")), ["comment", "comment", "comment"])
          yield* answer(maria, own.id, "the end")
          const told = yield* until(lost, "the end")
          deepStrictEqual([namesOf(told), told[0]?.data], [["resync", "notification"], { postId: post.id }])
          strictEqual(JSON.stringify(told).includes("canary"), false)
          const path = `/live?postId=${post.id}`
          const again = yield* openPage(path, { cookie: cookieFor(stranger), headers: sameOrigin })
          const never = yield* openPage("/live?postId=2147483647", { cookie: cookieFor(stranger), headers: sameOrigin })
          deepStrictEqual([again.status, again.text.replace(/\d+/, "")], [404, never.text.replace(/\d+/, "")])
        })
      )

      it.scoped("ends where its moderator is one no longer, before another word of what only moderators read", () =>
        Effect.gen(function* () {
          const { maria, post } = yield* scene(narrowings[1])
          const [admin, judge] = [yield* joinAdmin, yield* joinModerator]
          const path = `/api/posts/${post.id}`
          yield* sent("PATCH", path, maria.token, { audience: "disease" })
          const thread = yield* listen(judge, post.id)
          yield* answer(maria, post.id, "before")
          yield* until(thread, "before")
          yield* sent("PATCH", `/api/users/${judge.user.id}`, admin.token, { role: "user" })
          yield* answer(maria, post.id, "canary")
          const told = yield* until(thread, "restart")
          deepStrictEqual([told.at(-1)?.event, JSON.stringify(told).includes("canary")], ["close", false])
        })
      )

      it.scoped("of an agent ends where the community lets agents read no longer", () =>
        Effect.gen(function* () {
          const { maria, post, stranger } = yield* scene(narrowings[0])
          const admin = yield* joinAdmin
          const path = `/api/posts/${post.id}`
          yield* sent("PATCH", path, maria.token, { audience: "members" })
          yield* sent("PUT", `${path}/follow`, stranger.token)
          yield* letAgents({ admin }, true)
          const agent = yield* follow({ token: yield* keyOf(stranger, { agent: true, scopes: membersScopes }) })
          yield* answer(maria, post.id, "before")
          yield* until(agent, "before")
          yield* letAgents({ admin }, false)
          yield* answer(maria, post.id, "canary")
          const told = yield* until(agent, "restart")
          deepStrictEqual([told.at(-1)?.event, JSON.stringify(told).includes("canary")], ["close", false])
        })
      )

      for (const narrowing of narrowings) {
        it.scoped(`${titleOf(narrowing)}, of notifications: says resync, and no word of it afterwards`, () =>
          Effect.gen(function* () {
            const { comment, concerned, loser, maria, narrow, path, stranger } = yield* scene(narrowing)
            const own = yield* publish(stranger)
            for (const { token } of [stranger, concerned]) yield* sent("PUT", `${path}/follow`, token)
            const [kept, lost] = [yield* follow(concerned), yield* follow({ token: loser })]
            yield* comment(maria.token, "before")
            for (const stream of [kept, lost]) {
              deepStrictEqual(namesOf(yield* until(stream, "before")), ["notification"])
            }
            yield* narrow
            yield* comment(maria.token, "canary")
            deepStrictEqual(namesOf(yield* until(kept, "canary")), ["resync", "notification"])
            yield* answer(maria, own.id, "the end")
            const told = yield* until(lost, "the end")
            deepStrictEqual([namesOf(told), told[0]?.data], [["resync", "notification"], {}])
            strictEqual(JSON.stringify(told).includes("canary"), false)
          })
        )

        it.scoped(`${titleOf(narrowing)}, is replayed without what was told of it before`, () =>
          Effect.gen(function* () {
            const { comment, loser, maria, narrow, path, post, stranger } = yield* scene(narrowing)
            const own = yield* publish(stranger)
            yield* sent("PUT", `${path}/follow`, stranger.token)
            yield* answer(maria, own.id, "the beginning")
            const first = yield* follow({ token: loser }, { lastEventId: "0" })
            yield* until(first, "the beginning")
            yield* comment(maria.token, "before")
            yield* until(first, "before")
            const lastEventId = first.lastEventId()
            first.hangUp()
            yield* comment(maria.token, "missed")
            yield* narrow
            yield* comment(maria.token, "canary")
            yield* answer(maria, own.id, "the end")
            for (const after of ["0", lastEventId]) {
              const again = yield* open({ as: loser, lastEventId: after })
              const told = yield* until(again, "the end")
              const beginning = after === "0" ? ["notification"] : []
              deepStrictEqual(namesOf(told), ["connected", ...beginning, "notification"])
              strictEqual(at(told[0]?.data, "unreadCount"), 2)
              strictEqual(/missed|before|canary/.test(JSON.stringify(told)), false)
              strictEqual(JSON.stringify(told).includes(post.title), false)
            }
            const inbox = yield* send("GET", "/api/notifications", { as: loser })
            deepStrictEqual(eachOf(inbox, "post", "id"), [own.id, own.id])
          })
        )
      }
    }
  )
}
