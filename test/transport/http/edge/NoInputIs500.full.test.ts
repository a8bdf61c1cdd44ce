import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, FastCheck as fc, Layer, Runtime } from "effect"
import { community } from "../../../support/Community.ts"
import { endpoints } from "../../../support/Endpoints.ts"
import { publish } from "../../../support/Given.ts"
import { hostileRequest, hostileTexts, isHarmless } from "../../../support/Hostile.ts"
import { join } from "../../../support/Members.ts"
import { People } from "../../../support/People.ts"
import { ask, json } from "../../../support/Raw.ts"
import { databaseStorages } from "../../../support/Storage.ts"

const stillAnswers = Effect.map(ask("GET", "/health"), (answer) => deepStrictEqual(json(answer), { status: "ok" }))

/** The number of requests that each endpoint gets. */
const tries = 60

// On a database, since hostile text must reach SQL.
for (const storage of databaseStorages) {
  // On a public address, since on a loopback one nearly every hostile Origin is refused before anything else is looked at.
  const edge = People.layer.pipe(Layer.provideMerge(community(storage.layer, { HOST: "0.0.0.0" })))
  layer(edge, { excludeTestServices: true })(`No hostile input is answered 500 (${storage.name})`, (it) => {
    for (const { endpoint, name } of endpoints) {
      it.effect(`by ${name}`, () =>
        Effect.gen(function* () {
          const { user } = yield* People
          yield* publish(user)
          const { token: as } = yield* join() // somebody else, who may end all of their sessions
          const run = Runtime.runPromise(yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof ask>>>())
          const harmless = fc.asyncProperty(hostileRequest(endpoint.path), ({ path, ...request }) =>
            run(
              Effect.map(ask(endpoint.method, path, { as, ...request }), (answer) =>
                isHarmless(answer, `${endpoint.method} ${path}`)
              )
            )
          )
          yield* Effect.promise(() => fc.assert(harmless, { numRuns: tries, endOnFailure: true }))
          yield* stillAnswers
        })
      )
    }

    it.effect("by a search for it", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        for (const text of hostileTexts) {
          const search = encodeURIComponent(text.toWellFormed())
          for (const path of ["posts?search", "diseases?search", "diseases?symptoms", "phenotypes?search"]) {
            const answer = yield* ask("GET", `/api/${path}=${search}`, { as: user.token })
            isHarmless(answer, `${path}=${search}`)
          }
        }
      })
    )

    it.effect("by a post that holds it, nor by lists that show the post", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        for (const text of hostileTexts) {
          const body = JSON.stringify({ title: text, content: text })
          const created = yield* ask("POST", "/api/posts", { as: user.token, body })
          isHarmless(created, body)
        }
        for (const page of [1, 2, 3]) {
          strictEqual((yield* ask("GET", `/api/posts?page=${page}`)).status, 200)
        }
        yield* stillAnswers
      })
    )
  })
}
