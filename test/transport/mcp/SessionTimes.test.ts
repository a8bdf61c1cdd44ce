import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Deferred, Effect, Layer, Option, TestClock } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { CurrentUser } from "../../../src/domain/accounts/CurrentUser.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { Credentials } from "../../../src/services/accounts/Credentials.ts"
import { EndSessions } from "../../../src/services/accounts/EndSessions.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { type Session, Sessions } from "../../../src/transport/mcp/Sessions.ts"
import { newUser } from "../../contracts/newRows.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"

/** `Sessions` without a transport. */
const registry = () =>
  Sessions.layer.pipe(
    Layer.provideMerge(ShutdownSignal.layer),
    Layer.provideMerge(ConnectionQuota.layer),
    Layer.provideMerge(Credentials.layer),
    Layer.provide(EndSessions.layer),
    Layer.provide(Unpublished),
    Layer.provideMerge(SecretsRandom.layer),
    Layer.provideMerge(Memory.layer)
  )

/** A new member with a token that expires after `hours`. */
const member = (hours: number) =>
  Effect.gen(function* () {
    const secrets = yield* Secrets
    const token = yield* secrets.newToken
    const createdAt = yield* DateTime.now
    const userId = yield* newUser()
    const expiresAt = DateTime.add(createdAt, { hours })
    yield* (yield* CredentialsRepo).addSession({
      userId,
      hash: secrets.hashOf(token)?.hash ?? "",
      createdAt,
      expiresAt
    })
    return { token, user: yield* (yield* Credentials).userOf(token) }
  })

const begin = ({ token, user }: Effect.Effect.Success<ReturnType<typeof member>>) =>
  Effect.flatMap(Sessions, (sessions) => Effect.provideService(sessions.begin(token), CurrentUser, user))

/** A session of a new member, whose token expires after `hours`. */
const begun = (hours: number) => Effect.flatMap(member(hours), begin)

const areThere = (...sessions: ReadonlyArray<Session>) =>
  Effect.map(Sessions, ({ ownerOf }) => sessions.map(({ id }) => Option.isSome(ownerOf(id))))

layer(registry())("A session", (it) => {
  it.effect("ends after half an hour without use, and frees its place", () =>
    Effect.gen(function* () {
      const [idle, used] = [yield* begun(24), yield* begun(24)]
      yield* TestClock.adjust("20 minutes")
      yield* used.touch
      yield* TestClock.adjust("9 minutes")
      deepStrictEqual(yield* areThere(idle, used), [true, true])
      yield* TestClock.adjust("2 minutes")
      deepStrictEqual(yield* areThere(idle, used), [false, true])
      yield* TestClock.adjust("20 minutes")
      deepStrictEqual(yield* areThere(used), [false])
      strictEqual((yield* ConnectionQuota).count("sessions"), 0)
    })
  )

  it.effect("ends where its member begins one more than there may be, if it is the one unused for longest", () =>
    Effect.gen(function* () {
      const other = yield* begun(24)
      const maria = yield* member(24)
      const beginLater = Effect.zipRight(TestClock.adjust("1 second"), begin(maria))
      const [followed, busy, used, unused] = yield* Effect.all([beginLater, beginLater, beginLater, beginLater])
      yield* Effect.replicateEffect(beginLater, 96)
      followed.streams++
      busy.calls++
      yield* used.touch
      const next = yield* beginLater
      deepStrictEqual(yield* areThere(other, followed, busy, used, unused, next), [true, true, true, true, false, true])
      strictEqual((yield* ConnectionQuota).count("sessions"), 101)
    }).pipe(Effect.provide(registry()))
  )

  it.effect("lasts while it has an open stream or a call in flight", () =>
    Effect.gen(function* () {
      const [followed, busy] = [yield* begun(24), yield* begun(24)]
      followed.streams++
      busy.calls++
      yield* TestClock.adjust("2 hours")
      deepStrictEqual(yield* areThere(followed, busy), [true, true])
      followed.streams--
      busy.calls--
      yield* TestClock.adjust("31 minutes")
      deepStrictEqual(yield* areThere(followed, busy), [false, false])
    })
  )

  it.effect("ends with the token that began it, even with an open stream", () =>
    Effect.gen(function* () {
      const session = yield* begun(1)
      session.streams++
      yield* TestClock.adjust("59 minutes")
      deepStrictEqual(yield* areThere(session), [true])
      yield* TestClock.adjust("1 minute")
      deepStrictEqual(yield* areThere(session), [false])
    })
  )
})

layer(registry())("A session whose credential has ended", (it) => {
  it.effect("ends with its next message, though no change was published", () =>
    Effect.gen(function* () {
      const [ended, other] = [yield* begun(24), yield* begun(24)]
      const { find } = yield* Sessions
      yield* find(ended.id, Option.none())
      yield* (yield* CredentialsRepo).endSessions(ended.user.id, { except: null }, yield* DateTime.now)
      strictEqual((yield* Effect.flip(find(ended.id, Option.none())))._tag, "NotFound")
      yield* find(other.id, Option.none())
      deepStrictEqual(yield* areThere(ended, other), [false, true])
    })
  )

  it.effect("does not begin, though the request was admitted", () =>
    Effect.gen(function* () {
      const maria = yield* member(24)
      const before = (yield* ConnectionQuota).count("sessions")
      yield* (yield* CredentialsRepo).endSessions(maria.user.id, { except: null }, yield* DateTime.now)
      strictEqual((yield* Effect.flip(begin(maria)))._tag, "NotSignedIn")
      strictEqual((yield* ConnectionQuota).count("sessions"), before)
    })
  )
})

layer(registry())("A session of a server that stops", (it) => {
  it.effect("ends at once, or when its calls are answered, or after five seconds", () =>
    Effect.gen(function* () {
      const [quiet, busy, endless] = [yield* begun(24), yield* begun(24), yield* begun(24)]
      busy.calls++
      endless.calls++
      yield* Deferred.succeed(yield* ShutdownSignal, undefined)
      yield* TestClock.adjust("1 second")
      deepStrictEqual(yield* areThere(quiet, busy, endless), [false, true, true])
      busy.calls--
      yield* TestClock.adjust("1 second")
      deepStrictEqual(yield* areThere(busy, endless), [false, true])
      yield* TestClock.adjust("5 seconds")
      deepStrictEqual(yield* areThere(endless), [false])
    })
  )
})
