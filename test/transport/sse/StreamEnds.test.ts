import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Exit, Layer, Redacted, Scope } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { community } from "../../support/Community.ts"
import { answer } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { signIn } from "../../support/People.ts"
import { open } from "../../support/Reader.ts"
import { closed, ending, follow, scene } from "./Given.ts"

layer(community(Memory.layer), { excludeTestServices: true })("A notification stream", (it) => {
  it.scoped("closes at once by a logout, with all streams of that token and no other", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const other = yield* follow({ token: yield* signIn(maria) })
      const streams = [
        yield* follow(maria),
        yield* follow(maria, { query: { token: Redacted.value(maria.token) } }),
        yield* follow(maria)
      ]
      yield* send("POST", "/api/auth/logout", { as: maria.token })
      for (const stream of streams) deepStrictEqual(yield* ending(stream), closed("logout"))
      yield* answer(bob, post.id)
      strictEqual((yield* other.next).event, "notification")
    })
  )

  it.scoped("closes at once by revoking the key, with all streams of that key and no other", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const newKey = maria.client.auth.createApiKey({ payload: { name: "agent" } })
      const [key, spare] = [yield* newKey, yield* newKey]
      const others = [yield* follow(maria), yield* follow({ token: spare.key })]
      const streams = [yield* follow({ token: key.key }), yield* follow({ token: key.key })]
      yield* send("DELETE", "/api/auth/apikeys", { as: maria.token, body: { id: key.id } })
      for (const stream of streams) deepStrictEqual(yield* ending(stream), closed("revoked"))
      yield* answer(bob, post.id)
      for (const { next } of others) strictEqual((yield* next).event, "notification")
    })
  )

  it.scoped("closes if it is opened during the logout of its token", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const race = Effect.gen(function* () {
        const token = yield* signIn(member)
        const [stream] = yield* Effect.all([open({ as: token }), send("POST", "/api/auth/logout", { as: token })], {
          concurrency: 2
        })
        if (stream.status === 401) return
        strictEqual((yield* stream.next).event, "connected")
        deepStrictEqual(yield* ending(stream), closed("logout"))
      })
      yield* Effect.all(Array.replicate(race, 40), { concurrency: 10, discard: true })
    })
  )

  it.scoped("closes within a second after its token expires", () =>
    Effect.gen(function* () {
      const { user } = yield* join()
      const [credentials, secrets] = [yield* CredentialsRepo, yield* Secrets]
      const token = yield* secrets.newToken
      const createdAt = yield* DateTime.now
      const expiresAt = DateTime.add(createdAt, { millis: 700 })
      const hash = secrets.hashOf(token)?.hash ?? ""
      yield* credentials.addSession({ userId: user.id, hash, createdAt, expiresAt })
      const stream = yield* follow({ token })
      deepStrictEqual(yield* ending(stream), closed("expired"))
      const late = DateTime.distance(expiresAt, yield* DateTime.now)
      assertTrue(late >= 0 && late < 3_000, `${late} ms late`)
    })
  )
})

layer(Layer.empty, { excludeTestServices: true })("A notification stream of a server that stops", (it) => {
  it.scoped("gets a close event, and ends without waiting for its client", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const running = yield* Layer.buildWithScope(community(Memory.layer), scope)
      const streams = yield* Effect.provide(
        Effect.gen(function* () {
          const member = yield* join()
          return yield* Effect.forEach(Array.range(1, 20), () => follow(member), { concurrency: 5 })
        }),
        running
      )
      yield* Effect.timeout(Scope.close(scope, Exit.void), "7 seconds")
      for (const stream of streams) deepStrictEqual(yield* ending(stream), closed("restart"))
    })
  )
})
