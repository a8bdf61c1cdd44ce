import { readdirSync } from "node:fs"
import { HttpServerResponse } from "@effect/platform"
import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import * as Refusals from "@rare-disease-community/markdown/Refusals"
import { Cause, Data, Effect, Logger, Option, Predicate, Schema } from "effect"
import { expectTypeOf } from "vitest"
import { isWireError, NotFound, statusOf, TooMany } from "../../../../src/api/WireErrors.ts"
import { PostId } from "../../../../src/domain/Ids.ts"
import { TooManyRequests } from "../../../../src/domain/Limits.ts"
import { PostNotFound } from "../../../../src/domain/posts/Post.ts"
import { Unavailable } from "../../../../src/domain/Unavailable.ts"
import { answerFailure, errorTable, invalidRequest, toWireError } from "../../../../src/transport/http/Errors.ts"

class Unlisted extends Data.TaggedError("Unlisted")<{ readonly message: string }> {}

const folder = new URL("../../../../src/domain/", import.meta.url)

/** Every error of the domain, by the name that it has there. */
const domainErrors = async () => {
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file): Promise<Record<string, unknown>> => import(new URL(file, folder).href))
  )
  return modules
    .concat(Refusals) // those of the engine for Markdown, with which services fail as they are
    .flatMap((module) => Object.entries(module))
    .filter(([, exported]) => Predicate.isFunction(exported) && exported.prototype instanceof Error)
    .map(([name]) => name)
    .sort()
}

/** Errors of the domain that HTTP never answers, and why. */
const unanswered: Readonly<Record<string, string>> = {
  Blocked: "a write that needs a locked row is tried again by its service, which answers Unavailable in the end",
  Contended: "a kind of Unavailable, with its tag and its row",
  DiseaseFilterClash: "only the tool find_diseases fails with it, which is not an endpoint of REST",
  NothingToFind: "only the tool find_diseases fails with it, which is not an endpoint of REST",
  NothingToCompare: "only the tool find_similar_discussions fails with it, which is not an endpoint of REST",
  KeysNotFound: "only the operator's command line fails with it",
  MemberNotFound: "only the operator's command line fails with it",
  MemberUnclear: "only the operator's command line fails with it"
}

/** The response to a failure, and its log. */
const stopped = (failure: Effect.Effect<never, unknown>) =>
  Effect.gen(function* () {
    const logged: Array<unknown> = []
    const response = yield* Effect.catchAllCause(failure, answerFailure).pipe(
      Effect.provide(
        Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ cause }) => void logged.push(cause))
        )
      )
    )
    const body: unknown = yield* Effect.promise(() => HttpServerResponse.toWeb(response).json())
    return { status: response.status, body, headers: response.headers, logged }
  })

describe("The table of errors", () => {
  it.effect("keeps the domain error and its message", () =>
    Effect.gen(function* () {
      const error = new PostNotFound({ id: PostId.make(7) })
      const told = yield* Effect.flip(toWireError(Effect.fail(error)))
      deepStrictEqual(told, new NotFound({ message: error.message, cause: error }))
    })
  )

  it.effect("answers a refusal with the seconds to wait", () =>
    Effect.gen(function* () {
      const error = new TooManyRequests({ limit: "read", retryAfterSeconds: 17, budget: Option.none() })
      const told = yield* Effect.flip(toWireError(Effect.fail(error)))
      deepStrictEqual(told, new TooMany({ message: "too many reads: try again in 17 s", cause: error }))
      strictEqual((yield* stopped(told)).headers["retry-after"], "17")
    })
  )

  it("does not compile for an error without a row", () => {
    // @ts-expect-error -- "Unlisted" has no row
    expectTypeOf(toWireError).toBeCallableWith(Effect.fail(new Unlisted({ message: "no row" })))
  })

  it("has a row for every domain error that is not listed with a reason, and no other row", async () => {
    deepStrictEqual([...Object.keys(errorTable), ...Object.keys(unanswered)].sort(), await domainErrors())
  })

  it("maps every row to a status of the contract", () => {
    const statuses = Object.values(errorTable).map((Failure) => {
      const failure = new Failure({ message: "" })
      assertTrue(isWireError(failure))
      return statusOf(failure)
    })
    deepStrictEqual(Array.from(new Set(statuses)).sort(), [400, 401, 403, 404, 409, 429, 503])
  })
})

describe("answerFailure", () => {
  it.effect("answers a wire error under its status, as { error }", () =>
    Effect.gen(function* () {
      const { body, logged, status } = yield* stopped(Effect.fail(new NotFound({ message: "there is no post 7" })))
      deepStrictEqual({ status, body, logged }, { status: 404, body: { error: "there is no post 7" }, logged: [] })
    })
  )

  it.effect("answers a defect 500 without its cause, and logs the cause", () =>
    Effect.gen(function* () {
      const secret = new Error('syntax error at or near "secret"')
      for (const failure of [Effect.die(secret), Effect.fail(secret), Effect.die("secret"), Effect.die(undefined)]) {
        const { body, logged, status } = yield* stopped(failure)
        deepStrictEqual({ status, body }, { status: 500, body: { error: "internal error" } })
        strictEqual(logged.length, 1)
      }
    })
  )

  it.effect("answers Unavailable 503 with Retry-After, as a failure or a defect", () =>
    Effect.gen(function* () {
      for (const failure of [
        Effect.fail(new Unavailable()),
        Effect.die(new Unavailable()),
        toWireError(new Unavailable())
      ]) {
        const { body, headers, logged, status } = yield* stopped(failure)
        deepStrictEqual(
          { status, body, logged },
          { status: 503, body: { error: new Unavailable().message }, logged: [] }
        )
        assertTrue(Number(headers["retry-after"]) >= 1)
      }
    })
  )

  it.effect("names the field of a decode error in a 400", () =>
    Effect.gen(function* () {
      const category = Schema.Literal("topic").annotations({ message: () => "must be topic" })
      const decoded = Schema.decodeUnknown(Schema.Struct({ category }))({ category: "news" })
      const { body, status } = yield* stopped(
        Effect.flatMap(Effect.mapError(Effect.flip(decoded), Effect.die), invalidRequest)
      )
      deepStrictEqual({ status, body }, { status: 400, body: { error: "category must be topic" } })
    })
  )

  it.effect("passes an interruption on", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(stopped(Effect.interrupt))
      assertTrue(exit._tag === "Failure" && Cause.isInterruptedOnly(exit.cause))
    })
  )
})
