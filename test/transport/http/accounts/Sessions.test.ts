import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join, send } from "../../../support/Members.ts"
import { signIn } from "../../../support/People.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, isTime, listAt, membersOf, refusedFor } from "../../../support/Wire.ts"
import { connect, generations, sessionsBecome } from "../../mcp/Clients.ts"
import { closed, ending, follow } from "../../sse/Given.ts"

const path = "/api/auth/sessions"

const list = (as: Redacted.Redacted) => send("GET", path, { as })

const end = (as: Redacted.Redacted, id?: unknown) =>
  send("DELETE", path, { as, ...(id === undefined ? {} : { body: { id } }) })

const isValid = (as: Redacted.Redacted) =>
  Effect.map(send("GET", "/api/users/me", { as }), ({ status }) => status === 200)

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: the sessions of a member`, (it) => {
    it.effect("are listed, newest first, and end by their ids or all but the one of the call", () =>
      Effect.gen(function* () {
        const [member, stranger] = [yield* join(), yield* join()]
        const [second, third] = [yield* signIn(member), yield* signIn(member)]
        const answer = yield* list(second)
        deepStrictEqual(eachOf(answer, "current"), [false, true, false])
        const [newest, own, oldest] = eachOf(answer)
        assertTrue(Number(newest) > Number(own) && Number(own) > Number(oldest))
        deepStrictEqual(yield* end(second, newest).pipe(Effect.map(({ body, status }) => [status, body])), [
          200,
          { success: true, ended: 1 }
        ])
        deepStrictEqual(
          [yield* isValid(third), yield* isValid(second), yield* isValid(member.token)],
          [false, true, true]
        )
        refusedFor(yield* end(second, newest), 404, /no such session/)
        refusedFor(yield* end(stranger.token, own), 404, /no such session/)
        const fourth = yield* signIn(member)
        const { body } = yield* end(second)
        deepStrictEqual(body, { success: true, ended: 2 })
        deepStrictEqual(
          [yield* isValid(fourth), yield* isValid(member.token), yield* isValid(second)],
          [false, false, true]
        )
        deepStrictEqual(eachOf(yield* list(second)), [own])
        strictEqual(yield* isValid(stranger.token), true)
      })
    )
  })
}

layer(community(Memory.layer), { excludeTestServices: true })("/api/auth/sessions", (it) => {
  it.effect("lists a session without its token, for 24 hours, and is not cached", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const { body, headers } = yield* list(token)
      const [session, ...more] = listAt(body, "data")
      deepStrictEqual([more, membersOf(body)], [[], ["data"]])
      deepStrictEqual(membersOf(session), ["by", "createdAt", "current", "expiresAt", "id", "kind", "lastUsedAt"])
      const [createdAt, expiresAt] = [at(session, "createdAt"), at(session, "expiresAt")]
      assertTrue(isTime(createdAt) && isTime(expiresAt))
      strictEqual(Date.parse(String(expiresAt)) - Date.parse(String(createdAt)), 86_400_000)
      strictEqual(headers["cache-control"], "no-store")
    })
  )

  it.effect("of an API key are all of its member's, none of them current, and it may end them all", () =>
    Effect.gen(function* () {
      const member = yield* join()
      yield* signIn(member)
      const { key } = yield* member.client.auth.createApiKey({ payload: { name: "agent" } })
      deepStrictEqual(eachOf(yield* list(key), "current"), [false, false])
      deepStrictEqual((yield* end(key)).body, { success: true, ended: 2 })
      deepStrictEqual([yield* isValid(member.token), yield* isValid(key)], [false, true])
      deepStrictEqual((yield* end(key)).body, { success: true, ended: 0 })
    })
  )

  it.scoped("closes the streams of an ended session at once, and no others", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const other = yield* signIn(member)
      const [stream, own] = [yield* follow({ token: other }), yield* follow(member)]
      yield* end(member.token)
      deepStrictEqual(yield* ending(stream), closed("logout"))
      deepStrictEqual(yield* own.rest, [])
    })
  )

  it.scoped("ends the MCP sessions of an ended session, and no others", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const other = yield* signIn(member)
      for (const generation of generations) {
        for (const token of [member.token, other]) {
          yield* connect(generation, { authorization: `Bearer ${Redacted.value(token)}` })
        }
      }
      yield* sessionsBecome(4)
      yield* end(member.token)
      yield* sessionsBecome(2)
    })
  )
})
