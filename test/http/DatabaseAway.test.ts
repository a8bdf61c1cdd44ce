import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Schedule } from "effect"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { CredentialsRepo } from "../../src/repositories/CredentialsRepo.ts"
import { PostsRepo } from "../../src/repositories/PostsRepo.ts"
import { StatisticsRepo } from "../../src/repositories/StatisticsRepo.ts"
import { Transaction } from "../../src/repositories/Transaction.ts"
import { storages } from "../storage.ts"
import { onServer } from "../templates.ts"
import { community } from "./Community.ts"
import { publish } from "./Given.ts"
import { join } from "./Members.ts"
import { type Answer, ask, isFailure, json } from "./Raw.ts"

/** Whether the database is away now. */
let isAway = false

const away = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
  Effect.suspend((): Effect.Effect<A, E | Unavailable, R> => (isAway ? new Unavailable() : effect))

/** Memory whose database can be away, as far as these tests ask it. */
const storage = Layer.provideMerge(
  Layer.mergeAll(
    Layer.effect(
      Transaction,
      Effect.map(Transaction, (real) =>
        Transaction.of({ ...real, atomically: (effect) => away(real.atomically(effect)), ready: away(real.ready) })
      )
    ),
    Layer.effect(
      CredentialsRepo,
      Effect.map(CredentialsRepo, (real) =>
        CredentialsRepo.of({ ...real, identify: (...asked) => away(real.identify(...asked)) })
      )
    ),
    Layer.effect(
      PostsRepo,
      Effect.map(PostsRepo, (real) => PostsRepo.of({ ...real, page: (...asked) => away(real.page(...asked)) }))
    ),
    Layer.effect(
      StatisticsRepo,
      Effect.map(StatisticsRepo, (real) =>
        StatisticsRepo.of({ ...real, counts: Effect.die(new Error('relation "posts" is gone')) })
      )
    )
  ),
  Memory.layer
)

const whileAway = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      isAway = true
    }),
    () => effect,
    () =>
      Effect.sync(() => {
        isAway = false
      })
  )

const isUnavailable = (answer: Answer, context: string) => {
  strictEqual(answer.status, 503, `${context} ${answer.text}`)
  strictEqual(isFailure(answer), new Unavailable().message)
  const seconds = Number(answer.headers["retry-after"])
  assertTrue(Number.isInteger(seconds) && seconds >= 1, `${context} Retry-After ${seconds}`)
}

layer(community(storage), { excludeTestServices: true })("While the database is away", (it) => {
  it.effect("what needs it is 503 with the seconds to wait, what does not is answered, and then all is as before", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const needing = [
        ask("GET", "/ready"),
        ask("GET", "/api/posts"),
        ask("GET", "/api/users", { as: token }),
        ask("POST", "/api/posts", { as: token, body: '{"title":"A post","content":"Content"}' }),
        ask("POST", "/api/auth/register", {
          body: '{"username":"somebody","email":"somebody@example.org","password":"correct horse battery"}'
        })
      ]
      yield* whileAway(
        Effect.gen(function* () {
          for (const [index, request] of needing.entries()) isUnavailable(yield* request, `request ${index}`)
          deepStrictEqual(json(yield* ask("GET", "/health")), { status: "ok" })
          strictEqual((yield* ask("GET", "/docs")).status, 200)
          strictEqual((yield* ask("GET", "/api/posts?page=0")).status, 400)
          strictEqual((yield* ask("GET", "/api/nowhere")).status, 404)
        })
      )
      const statuses = yield* Effect.forEach(
        needing,
        Effect.map(({ status }) => status)
      )
      deepStrictEqual(statuses, [200, 200, 200, 201, 201])
    })
  )

  it.effect("what nobody foresaw is 500 that tells nothing but the id under which the log knows more", () =>
    Effect.gen(function* () {
      const answer = yield* ask("GET", "/api/stats")
      strictEqual(answer.status, 500)
      strictEqual(isFailure(answer), "internal error")
      strictEqual(answer.headers["retry-after"], undefined)
      strictEqual(answer.headers["x-content-type-options"], "nosniff")
    })
  )
})

/** Hangs up on every connection to the databases of this process, as an administrator or a restart does. */
const hangUp = (url: string) =>
  onServer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname like 'community_test_${process.pid}_%'`
  )

const url = process.env["TEST_DATABASE_URL"]

for (const storage of storages.filter(({ name }) => name === "server")) {
  layer(community(storage.layer), { excludeTestServices: true })("A server whose connections are cut", (it) => {
    it.effect("answers 503 at most, loses nothing that was written, and recovers by itself", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        for (let round = 0; round < 5; round++) {
          const requests = Array.from({ length: 12 }, (_, index) =>
            index % 2 === 0 ? ask("GET", "/api/posts") : ask("POST", `/api/posts/${id}/like`, { as: maria.token })
          )
          const [answers] = yield* Effect.all([Effect.all(requests, { concurrency: 12 }), hangUp(url ?? "")], {
            concurrency: 2
          })
          for (const answer of answers) {
            if (answer.status !== 200) isUnavailable(answer, `round ${round}`)
          }
          const recovered = yield* ask("GET", "/ready").pipe(
            Effect.repeat({
              until: ({ status }) => status === 200,
              schedule: Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(100))
            }),
            Effect.zipRight(ask("GET", `/api/posts/${id}`))
          )
          strictEqual(recovered.status, 200)
        }
      })
    )
  })
}
