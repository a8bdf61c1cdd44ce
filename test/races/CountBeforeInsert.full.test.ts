import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { maxApiKeys } from "../../src/domain/accounts/ApiKey.ts"
import { maxFollows } from "../../src/domain/follows/Follow.ts"
import { CredentialsRepo } from "../../src/ports/accounts/CredentialsRepo.ts"
import { FollowsRepo } from "../../src/ports/follows/FollowsRepo.ts"
import { moment, newKeyRow, newPosts } from "../contracts/newRows.ts"
import { atOnce } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, statusesOf } from "../support/Wire.ts"
import { behindLock, forced, type Lock } from "./Forced.ts"

/** A member with all but `room` of the API keys that a member may have; requests that make keys, and their number. */
const almostFull = (room: number) =>
  Effect.gen(function* () {
    const [{ token, user }, credentials] = [yield* join(), yield* CredentialsRepo]
    yield* Effect.forEach(Array.range(1, maxApiKeys - room), () => credentials.addKey(newKeyRow(user.id)))
    const make = send("POST", "/api/auth/apikeys", { as: token, body: { name: "x" } })
    return { user, makes: Array.replicate(make, 8), keys: Effect.map(credentials.keysOf(user.id), Array.length) }
  })

const expected = (status: number, room: number, refused: number, of = 8) =>
  [...Array.replicate(status, room), ...Array.replicate(refused, of - room)].sort()

forced("a limit that is counted", (it) => {
  it.effect("of API keys holds for creations that have all been admitted before one is stored", () =>
    Effect.gen(function* () {
      const { keys, makes } = yield* almostFull(3)
      const stored: Lock = (sql) => sql`lock table api_keys in share mode`
      deepStrictEqual(statusesOf(yield* behindLock(stored, makes.slice(0, 6))).sort(), expected(201, 3, 409, 6))
      strictEqual(yield* keys, maxApiKeys)
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: limits that are counted`, (it) => {
    it.effect("of API keys and follows hold for eight requests at once", () =>
      Effect.gen(function* () {
        const { keys, makes } = yield* almostFull(3)
        deepStrictEqual(statusesOf(yield* Effect.all(makes, atOnce)).sort(), expected(201, 3, 409))
        strictEqual(yield* keys, maxApiKeys)
        const [maria, bob, follows] = [yield* join(), yield* join(), yield* FollowsRepo]
        const known = yield* newPosts(
          bob.user.id,
          Array.makeBy(maxFollows - 3, () => ({}))
        )
        yield* Effect.forEach(known, (id) => follows.add(maria.user.id, { type: "post", id }, moment))
        const posts = yield* Effect.forEach(Array.range(1, 8), () => publish(bob))
        const calls = posts.map(({ id }) => send("PUT", `/api/posts/${id}/follow`, { as: maria.token }))
        deepStrictEqual(statusesOf(yield* Effect.all(calls, atOnce)).sort(), expected(200, 3, 409))
        const { body } = yield* send("GET", "/api/users/me/follows?limit=1", { as: maria.token })
        strictEqual(at(body, "pagination", "total"), maxFollows)
      })
    )

    it.effect("of open reports and of a key's daily writes hold for eight requests at once", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const { id } = yield* publish(maria)
        const report = { target: { type: "post", id }, reason: "spam" }
        const reports = Array.replicate(send("POST", "/api/reports", { as: bob.token, body: report }), 8)
        deepStrictEqual(statusesOf(yield* Effect.all(reports, atOnce)).sort(), expected(201, 1, 409))
        const { key } = yield* bob.client.auth.createApiKey({ payload: { name: "agent", dailyWrites: 3 } })
        const comment = send("POST", `/api/posts/${id}/comments`, { as: key, body: { content: "x" } })
        deepStrictEqual(
          statusesOf(yield* Effect.all(Array.replicate(comment, 8), atOnce)).sort(),
          expected(201, 3, 429)
        )
      })
    )
  })
}
