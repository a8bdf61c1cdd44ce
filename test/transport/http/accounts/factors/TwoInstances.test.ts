import { HttpClient } from "@effect/platform"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, identity, Layer } from "effect"
import { atOnce } from "../../../../support/AtOnce.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { movedClock } from "../../../../support/authenticator/MovedClock.ts"
import { community } from "../../../../support/Community.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryAndDatabase, started } from "../../../../support/Storage.ts"
import { refused } from "../../../../support/Wire.ts"
import {
  addPasskey,
  assertion,
  codeOf,
  creationOptions,
  enableApp,
  secondFactorPath,
  signInByPasskey,
  signInByPassword
} from "./Given.ts"

/** The client of another instance on the same database. */
class Elsewhere extends Context.Tag("test/Elsewhere")<Elsewhere, HttpClient.HttpClient>() {}

const { layer: clock, nextStep } = movedClock()

/** Two instances with nothing in common but their storage. */
const instances = (storage: (typeof memoryAndDatabase)[number]) =>
  Layer.unwrapScoped(
    Effect.map(Layer.build(started(storage.layer)), (built) => {
      const instance = Layer.fresh(community(Layer.succeedContext(built), {}, clock))
      return Layer.merge(instance, Layer.project(Layer.fresh(instance), HttpClient.HttpClient, Elsewhere, identity))
    })
  )

const elsewhere = <A, E, R>(request: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Elsewhere, (client) => Effect.provideService(request, HttpClient.HttpClient, client))

for (const storage of memoryAndDatabase) {
  layer(instances(storage), { excludeTestServices: true })(`${storage.name}: two instances`, (it) => {
    it.effect("one uses the challenges that the other made, and each is used once", () =>
      Effect.gen(function* () {
        const [maria, device] = [yield* join(), newAuthenticator()]
        const response = device.makeRegistration(yield* creationOptions(maria))
        strictEqual((yield* elsewhere(addPasskey(maria, response))).status, 201)
        refused(yield* addPasskey(maria, response), 400)
        const signed = yield* assertion(device)
        strictEqual((yield* elsewhere(signInByPasskey(signed))).status, 200)
        refused(yield* signInByPasskey(signed), 401)
        refused(yield* elsewhere(signInByPasskey(signed)), 401)
      })
    )

    it.effect("take one code of an app and one assertion once, of fifty at once", () =>
      Effect.gen(function* () {
        yield* nextStep
        const [maria, device] = [yield* join(), newAuthenticator()]
        const { secret } = yield* enableApp(maria)
        yield* addPasskey(maria, device.makeRegistration(yield* creationOptions(maria)))
        yield* nextStep
        const signed = yield* assertion(device)
        const calls = [signInByPasskey(signed), signInByPassword(maria, { code: yield* codeOf(secret) })]
        for (const call of calls) {
          const fifty = Array.from({ length: 25 }, () => [call, elsewhere(call)]).flat()
          const answers = yield* Effect.all(fifty, atOnce)
          strictEqual(answers.filter(({ status }) => status === 200).length, 1)
        }
      })
    )

    it.effect("count wrong codes together, ten of which close the second step on both", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { recoveryCodes } = yield* enableApp(maria)
        const wrong = signInByPassword(maria, { code: "000000x" })
        const tried = yield* Effect.all(Array.from({ length: 5 }, () => [wrong, elsewhere(wrong)]).flat())
        deepStrictEqual(new Set(tried.map(({ status }) => status)), new Set([401]))
        const right = signInByPassword(maria, { code: recoveryCodes[0] })
        deepStrictEqual([(yield* right).status, (yield* elsewhere(right)).status], [429, 429])
        refused(yield* elsewhere(send("DELETE", secondFactorPath, { as: maria.token, body: { code: "1" } })), 429)
      })
    )
  })
}
