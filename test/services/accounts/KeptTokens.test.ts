import { layer } from "@effect/vitest"
import { assertNone, assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Context, DateTime, type Duration, Effect, Layer, Option, Redacted, TestClock } from "effect"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import type { Secret } from "../../../src/domain/accounts/Credential.ts"
import { nextTokenOf } from "../../../src/domain/accounts/CurrentUser.ts"
import { keptDays, unusedEnd } from "../../../src/domain/accounts/Session.ts"
import type { Change } from "../../../src/domain/Change.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { Credentials } from "../../../src/services/accounts/Credentials.ts"
import { EndSessions } from "../../../src/services/accounts/EndSessions.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { newUser } from "../../contracts/newRows.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { memoryOnly } from "../../support/Storage.ts"

/** Another instance on the same database, with a cache of its own. */
class Elsewhere extends Context.Tag("test/Elsewhere")<Elsewhere, Credentials["Type"]>() {}

/** Changes that arrive at once, without a task that runs each second, so that a test's months pass fast. */
const changes = Layer.effect(
  Changes,
  Effect.map(Changes, (unpublished) => {
    const heard: Array<(change: Change) => void> = []
    return Changes.of({
      ...unpublished,
      append: (appended) =>
        Effect.sync(() => {
          for (const change of appended) for (const hear of heard) hear(change)
        }),
      subscribeAll: (hear) => Effect.sync(() => void heard.push(hear)),
      isInSync: () => true
    })
  })
).pipe(Layer.provide(Unpublished))

type Instance = Effect.Effect<Credentials["Type"], never, Credentials | Elsewhere>

const instances = (storage: (typeof memoryOnly)[number]) =>
  Layer.merge(
    Credentials.layer,
    Layer.project(Layer.fresh(Credentials.layer), Credentials, Elsewhere, (credentials) => credentials)
  ).pipe(
    Layer.provide(EndSessions.layer),
    Layer.provideMerge(changes),
    Layer.provideMerge(Layer.merge(SecretsRandom.layer, storage.layer))
  )

/** A new member who has signed in, and whose browser keeps the session. */
const signIn = Effect.gen(function* () {
  const { hashOf, newBrowserToken } = yield* Secrets
  const token = yield* newBrowserToken
  const createdAt = yield* DateTime.now
  const userId = yield* newUser()
  const keptUntil = DateTime.add(createdAt, { days: keptDays })
  const hash = hashOf(token)?.hash ?? ""
  const session = { userId, hash, createdAt, expiresAt: unusedEnd(createdAt), kind: "browser", keptUntil } as const
  yield* (yield* CredentialsRepo).addSession(session)
  return { userId, token }
})

/** The token that a response carries to the sender of this one; none where it carries none. */
const send = (token: Secret, instance: Instance = Credentials) =>
  Effect.map(
    Effect.flatMap(instance, ({ userOf }) => userOf(token)),
    ({ credential }) => Option.fromNullable(nextTokenOf(credential)?.token)
  )

/** Sends a request with the cookie of a browser. Gives the cookie after the response. */
const visit = (token: Secret, instance: Instance = Credentials) =>
  Effect.map(
    send(token, instance),
    Option.getOrElse(() => token)
  )

const isSignedIn = (token: Secret) => Effect.isSuccess(send(token))

const after = (...durations: ReadonlyArray<Duration.DurationInput>) => Effect.forEach(durations, TestClock.adjust)

const texts = (tokens: ReadonlyArray<Secret>) => tokens.map(Redacted.value)

const sessionsOf = ({ userId }: Effect.Effect.Success<typeof signIn>) =>
  Effect.flatMap(CredentialsRepo, (repo) => Effect.flatMap(DateTime.now, (now) => repo.sessionsOf(userId, now)))

for (const storage of memoryOnly) {
  layer(instances(storage))(`${storage.name}: a session that a browser keeps`, (it) => {
    it.effect("lasts for 90 days of daily use, with another token each day and the time of its sign-in", () =>
      Effect.gen(function* () {
        const member = yield* signIn
        const signedInAt = yield* DateTime.now
        let token = member.token
        const seen = new Set(texts([token]))
        for (let day = 1; day < keptDays; day++) {
          yield* after("1 day")
          token = yield* visit(token)
          seen.add(Redacted.value(token))
        }
        strictEqual(seen.size, keptDays)
        deepStrictEqual(
          (yield* sessionsOf(member)).map(({ createdAt, expiresAt }) => [createdAt, expiresAt]),
          [[signedInAt, DateTime.add(signedInAt, { days: keptDays })]]
        )
        yield* after("1 day")
        strictEqual(yield* isSignedIn(token), false)
      })
    )

    it.effect("ends 30 days after its last use", () =>
      Effect.gen(function* () {
        const used = yield* signIn
        yield* after("10 days")
        const token = yield* visit(used.token)
        const unused = yield* signIn
        yield* after("719 hours")
        deepStrictEqual([yield* isSignedIn(token), yield* isSignedIn(unused.token)], [true, true])
        const other = yield* signIn
        yield* after("721 hours")
        strictEqual(yield* isSignedIn(other.token), false)
      })
    )

    it.effect("writes its use at most once an hour, and says when it was used last", () =>
      Effect.gen(function* () {
        const member = yield* signIn
        const uses: Array<number> = []
        for (const minutes of [30, 29, 2, 30, 31]) {
          yield* after(`${minutes} minutes`)
          yield* visit(member.token)
          const [session] = yield* sessionsOf(member)
          if (session !== undefined) uses.push(DateTime.distance(session.createdAt, session.lastUsedAt) / 60_000)
        }
        deepStrictEqual(uses, [0, 0, 61, 61, 122])
      })
    )

    it.effect("carries the same next token to parallel requests on all instances, until a browser has used it", () =>
      Effect.gen(function* () {
        const { token } = yield* signIn
        yield* visit(token)
        yield* visit(token, Elsewhere)
        yield* after("24 hours")
        const given = yield* Effect.forEach(
          Array.range(1, 6),
          (request) => visit(token, request % 2 === 0 ? Credentials : Elsewhere),
          { concurrency: "unbounded" }
        )
        const [next = token] = given
        deepStrictEqual(new Set(texts(given)).size, 1)
        assertTrue(Redacted.value(next) !== Redacted.value(token))
        yield* after("2 hours") // the response was lost
        strictEqual(Redacted.value(yield* visit(token, Elsewhere)), Redacted.value(next))
        assertNone(yield* send(next, Elsewhere))
        assertNone(yield* send(token))
      })
    )

    it.effect("takes the token before for a minute after the first use of the next one", () =>
      Effect.gen(function* () {
        const { token } = yield* signIn
        yield* after("1 day")
        const next = yield* visit(token)
        yield* visit(next)
        yield* after("59 seconds")
        assertNone(yield* send(token))
        assertNone(yield* send(token, Elsewhere))
        deepStrictEqual([yield* isSignedIn(next), yield* isSignedIn(token)], [true, true])
      })
    )

    it.effect("ends for both when somebody sends the token before later, on all instances", () =>
      Effect.gen(function* () {
        const member = yield* signIn
        yield* after("1 day")
        const next = yield* visit(member.token)
        yield* visit(next)
        yield* visit(next, Elsewhere)
        yield* after("60 seconds")
        strictEqual(yield* Effect.isSuccess(send(member.token, Elsewhere)), false)
        strictEqual(yield* isSignedIn(next), false)
        strictEqual(yield* Effect.isSuccess(send(next, Elsewhere)), false)
        deepStrictEqual(yield* sessionsOf(member), [])
      })
    )

    it.effect("is unknown by a token from before the last two", () =>
      Effect.gen(function* () {
        const { token } = yield* signIn
        yield* after("1 day")
        const second = yield* visit(token)
        yield* visit(second)
        yield* after("1 day")
        const third = yield* visit(second)
        yield* visit(third)
        strictEqual(yield* isSignedIn(token), false)
        strictEqual(yield* isSignedIn(third), true)
      })
    )

    it.effect("goes on after weeks with a token that was never used, and replaces it", () =>
      Effect.gen(function* () {
        const { token } = yield* signIn
        yield* after("1 day")
        const next = yield* visit(token)
        yield* after("20 days")
        assertTrue(Option.isSome(yield* send(next)))
        strictEqual(yield* isSignedIn(token), false)
      })
    )
  })
}
