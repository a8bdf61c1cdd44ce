import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, Layer, Redacted, Struct } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import type { CreatedApiKey } from "../../../src/domain/accounts/ApiKey.ts"
import { type AccessScope, allScopes } from "../../../src/domain/accounts/Credential.ts"
import { calls } from "../../support/Calls.ts"
import { community } from "../../support/Community.ts"
import { endpoints, isUnguarded } from "../../support/Endpoints.ts"
import { join } from "../../support/Members.ts"
import { People } from "../../support/People.ts"
import { ask, isFailure } from "../../support/Raw.ts"
import { open } from "../../support/Reader.ts"
import type { Call } from "../../support/rows/ModerationCalls.ts"
import { keyWith, lacks, without } from "./ScopedKeys.ts"

/** Endpoints whose bodies hold messages, each of which needs a scope of its own. */
const byMessage = /\/api\/(mcp|rpc)$/

/** The scope that an endpoint needs (contract, Accounts); none where any credential will do. */
const scopeOf = (name: string): AccessScope | undefined => {
  if (byMessage.test(name)) return undefined
  if (name.includes("/api/notifications")) return "notifications"
  return name.startsWith("GET ") ? "read" : "write"
}

/** Endpoints whose requests here would end the session of the member, who has more to do. */
const endCredentials = new Set(["POST /api/auth/logout", "POST /api/auth/password", "DELETE /api/users/me"])

const unguarded = new Set(endpoints.filter(isUnguarded).map(({ name }) => name))

/** For each scope a key of the user with it alone, and one with all but it. */
class Keys extends Context.Tag("test/Keys")<
  Keys,
  ReadonlyArray<{
    readonly scope: AccessScope
    readonly alone: Pick<CreatedApiKey, "key">
    readonly missing: Pick<CreatedApiKey, "key">
  }>
>() {
  static readonly layer = Layer.effect(
    Keys,
    Effect.flatMap(People, ({ user }) =>
      Effect.forEach(allScopes, (scope) =>
        Effect.all({
          scope: Effect.succeed(scope),
          alone: keyWith(user, [scope]),
          missing: keyWith(user, without(scope))
        })
      )
    )
  )
}

const stage = Keys.layer.pipe(Layer.provideMerge(People.layer), Layer.provideMerge(community(Memory.layer)))

layer(stage, { excludeTestServices: true })("A key with scopes", (it) => {
  for (const [name, { call }] of Struct.entries(calls)) {
    if (unguarded.has(name) || endCredentials.has(name)) continue
    const [method = ""] = name.split(" ")
    const needed = scopeOf(name)

    it.effect(`${name} needs ${needed ?? "no certain scope"}`, () =>
      Effect.gen(function* () {
        for (const { alone, missing, scope } of yield* Keys) {
          const { body, headers = {}, path }: Call = yield* call("user")
          const send = (as: Redacted.Redacted, withMethod = method) =>
            ask(withMethod, path, { as, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
          const isNeeded = scope === needed
          if (isNeeded) {
            const refused = yield* send(missing.key)
            deepStrictEqual([refused.status, isFailure(refused)], [403, lacks(scope)])
            if (method === "GET") strictEqual((yield* send(missing.key, "HEAD")).status, 403)
          } else if (needed !== undefined) {
            const refused = yield* send(alone.key)
            deepStrictEqual([refused.status, isFailure(refused)], [403, lacks(needed)])
          }
          if (needed !== undefined && !isNeeded) continue
          const { status, text } = yield* send(alone.key)
          // The matrix has calls whose credential is not the key; what matters is that the scope is not the fault.
          strictEqual(text.includes("lacks the scope"), false, `${status} ${text.slice(0, 200)}`)
        }
      })
    )
  }

  it.effect("is refused what another key of its member has just read", () =>
    Effect.gen(function* () {
      const { user } = yield* People
      const [full, blind] = [yield* keyWith(user, allScopes), yield* keyWith(user, ["write"])]
      for (const path of ["/api/users/me", "/api/posts", "/api/notifications", "/api/stats"]) {
        const { headers } = yield* ask("GET", path, { as: full.key })
        strictEqual((yield* ask("GET", path, { as: full.key })).status, 200)
        strictEqual((yield* ask("GET", path, { as: blind.key })).status, 403, path)
        const conditional = { as: blind.key, headers: { "if-none-match": String(headers.etag) } }
        strictEqual((yield* ask("GET", path, conditional)).status, 403, path)
      }
      strictEqual((yield* ask("GET", "/api/posts")).status, 200)
    })
  )

  it.effect("is told of the scope after a credential that is not valid, and before an invalid request", () =>
    Effect.gen(function* () {
      const blind = yield* keyWith(yield* join(), ["read"])
      const body = "{}"
      strictEqual((yield* ask("POST", "/api/posts", { as: Redacted.make("rdc_x"), body })).status, 401)
      strictEqual((yield* ask("POST", "/api/posts", { as: blind.key, body })).status, 403)
      strictEqual((yield* ask("DELETE", "/api/posts/2147483647", { as: blind.key })).status, 403)
    })
  )

  it.scoped("opens the notification stream by ?apiKey= with the scope notifications alone", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const [deaf, hears] = [
        yield* keyWith(member, without("notifications")),
        yield* keyWith(member, ["notifications"])
      ]
      const follow = (key: Redacted.Redacted) => open({ query: { apiKey: Redacted.value(key) } })
      strictEqual((yield* follow(deaf.key)).status, 403)
      strictEqual((yield* follow(hears.key)).status, 200)
      // Once more, when the member's feed and both credentials are in memory.
      strictEqual((yield* follow(deaf.key)).status, 403)
    })
  )
})
