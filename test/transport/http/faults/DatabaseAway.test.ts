import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Schedule } from "effect"
import { Unavailable } from "../../../../src/domain/Unavailable.ts"
import { StatisticsRepo } from "../../../../src/ports/StatisticsRepo.ts"
import { awayStorage } from "../../../support/AwayStorage.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { type Answer, ask, isFailure, json } from "../../../support/Raw.ts"
import { storages } from "../../../support/Storage.ts"
import { onServer } from "../../../support/Templates.ts"

const { layer: awayLayer, whileAway } = awayStorage()

/** Memory whose database can be away, and whose statistics fail as nobody foresaw. */
const storage = Layer.provideMerge(
  Layer.effect(
    StatisticsRepo,
    Effect.map(StatisticsRepo, (real) =>
      StatisticsRepo.of({ ...real, counts: Effect.die(new Error('relation "posts" is gone')) })
    )
  ),
  awayLayer
)

const isUnavailable = (answer: Answer, context: string) => {
  strictEqual(answer.status, 503, `${context} ${answer.text}`)
  strictEqual(isFailure(answer), new Unavailable().message)
  const seconds = Number(answer.headers["retry-after"])
  assertTrue(Number.isInteger(seconds) && seconds >= 1, `${context} Retry-After ${seconds}`)
}

layer(community(storage), { excludeTestServices: true })("The community while its database is away", (it) => {
  it.effect("answers 503 with Retry-After to requests that need it, serves the others, and recovers", () =>
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

  it.effect("answers a defect 500 with nothing but the request id", () =>
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
  layer(community(storage.layer), { excludeTestServices: true })(
    "The community while its connections are cut",
    (it) => {
      it.effect("answers 503 at worst, loses no acknowledged write, and recovers", () =>
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
    }
  )
}
