import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, FastCheck as fc, Layer, Runtime } from "effect"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { endpoints } from "./Endpoints.ts"
import { publish } from "./Given.ts"
import { hostileRequest, hostileTexts, isHarmless } from "./Hostile.ts"
import { People, signIn } from "./People.ts"
import { ask, json } from "./Raw.ts"

const stillAnswers = Effect.map(ask("GET", "/health"), (answer) => deepStrictEqual(json(answer), { status: "ok" }))

/** How many requests each endpoint gets: memory, which is fastest, tries the edge that all of them share. */
const triesOn = (storage: string) => (storage === "memory" ? 60 : 20)

for (const storage of storages) {
  // On a public address, since on a loopback one nearly every hostile Origin is refused before anything else is looked at.
  const edge = People.layer.pipe(Layer.provideMerge(community(storage.layer, { HOST: "0.0.0.0" })))
  layer(edge, { excludeTestServices: true })(`${storage.name}: no input is a 500`, (it) => {
    for (const { endpoint, name } of endpoints) {
      it.effect(`to ${name}`, () =>
        Effect.gen(function* () {
          const { user } = yield* People
          yield* publish(user)
          const as = yield* signIn(user)
          const run = Runtime.runPromise(yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof ask>>>())
          const harmless = fc.asyncProperty(hostileRequest(endpoint.path), ({ path, ...request }) =>
            run(
              Effect.map(ask(endpoint.method, path, { as, ...request }), (answer) =>
                isHarmless(answer, `${endpoint.method} ${path}`)
              )
            )
          )
          yield* Effect.promise(() => fc.assert(harmless, { numRuns: triesOn(storage.name), endOnFailure: true }))
          yield* stillAnswers
        })
      )
    }

    it.effect("whatever is searched for", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        for (const text of hostileTexts) {
          const search = encodeURIComponent(text.toWellFormed())
          for (const path of ["/api/posts", "/api/diseases"]) {
            const answer = yield* ask("GET", `${path}?search=${search}`, { as: user.token })
            isHarmless(answer, `${path}?search=${search}`)
          }
        }
      })
    )

    it.effect("to texts that are written, and what is written is read again", () =>
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
