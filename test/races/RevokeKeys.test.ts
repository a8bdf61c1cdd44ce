import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect } from "effect"
import { CredentialsRepo } from "../../src/ports/accounts/CredentialsRepo.ts"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { newKeyRow } from "../contracts/newRows.ts"
import { joinAdmin } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { at, statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced } from "./Forced.ts"

/** A member with an API key; requests that revoke it or make one, and one of an admin that revokes all. */
const scene = Effect.gen(function* () {
  const [admin, { client, token, user }] = [yield* joinAdmin, yield* join()]
  const { id } = yield* client.auth.createApiKey({ payload: { name: "agent" } })
  const credentials = yield* CredentialsRepo
  return {
    id,
    userId: user.id,
    credentials,
    keys: Effect.map(credentials.keysOf(user.id), ({ length }) => length),
    make: send("POST", "/api/auth/apikeys", { as: token, body: { name: "x" } }),
    revoke: send("DELETE", "/api/auth/apikeys", { as: token, body: { id } }),
    revokeAll: send("DELETE", `/api/users/${user.id}/credentials`, { as: admin.token, body: { reason: "stolen" } })
  }
})

/**
 * Its owner revokes an API key, or makes one while an admin revokes all:
 * - revocations have proved their credential and wait for the same row: the first deletes it, the others find none;
 * - all credentials are revoked before a new key is stored: its session is seen to be over;
 * - a new key is stored before all are revoked: it is revoked too.
 */
forced("revocations of API keys", (it) => {
  it.effect("that wait for the same key revoke it once, and the others are 404", () =>
    Effect.gen(function* () {
      const { id, revoke } = yield* scene
      const lock = behindLock((sql) => sql`select from api_keys where id = ${id} for update`, [revoke, revoke, revoke])
      deepStrictEqual(statusesOf(yield* lock).sort(), [200, 404, 404])
    })
  )

  it.effect("are 404 when another has deleted the key", () =>
    Effect.gen(function* () {
      const { id, revoke } = yield* scene
      const deleted = behindCommit((sql) => sql`delete from api_keys where id = ${id}`, [revoke, revoke])
      deepStrictEqual(statusesOf(yield* deleted), [404, 404])
    })
  )

  it.effect("leave no key that a revoked session was making", () =>
    Effect.gen(function* () {
      const { credentials, keys, make, userId } = yield* scene
      const { lock } = yield* UsersRepo
      const revoked = Effect.flatMap(DateTime.now, (now) => credentials.revokeAll(userId, now))
      const revokeAll = () => Effect.zipRight(lock(userId), revoked)
      deepStrictEqual(statusesOf(yield* behindCommit(revokeAll, [make, make, make])), [401, 401, 401])
      strictEqual(yield* keys, 0)
    })
  )

  it.effect("wait for a key that is being made, and revoke it too", () =>
    Effect.gen(function* () {
      const { credentials, keys, revokeAll, userId } = yield* scene
      const [answer] = yield* behindCommit(() => credentials.addKey(newKeyRow(userId)), [revokeAll])
      deepStrictEqual([answer?.status, at(answer?.body, "keys"), yield* keys], [200, 2, 0])
    })
  )
})
