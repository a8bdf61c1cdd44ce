import { NodeContext } from "@effect/platform-node"
import { layer } from "@effect/vitest"
import { assertNone, assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Either, Layer, Option, Redacted, Stream } from "effect"
import * as PasskeysWebAuthn from "../../../src/adapters/node/accounts/PasskeysWebAuthn.ts"
import * as PasswordHasherPlain from "../../../src/adapters/node/accounts/PasswordHasherPlain.ts"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import * as LanguageFiles from "../../../src/adapters/node/LanguageFiles.ts"
import * as WebPushNode from "../../../src/adapters/node/notifications/WebPushNode.ts"
import * as OutgoingHttp from "../../../src/adapters/node/OutgoingHttp.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as RateLimitStoreMemory from "../../../src/adapters/node/RateLimitStoreMemory.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { ClientAddress, CurrentUser, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import { usernameKey } from "../../../src/domain/accounts/Username.ts"
import type { Change } from "../../../src/domain/Change.ts"
import { ApiKeyId } from "../../../src/domain/Ids.ts"
import { AuditRepo } from "../../../src/ports/accounts/AuditRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { Mailer } from "../../../src/ports/mail/Mailer.ts"
import { PhenotypeFiles } from "../../../src/ports/phenotypes/PhenotypeFiles.ts"
import { Translator } from "../../../src/ports/posts/Translator.ts"
import { Accounts } from "../../../src/services/accounts/Accounts.ts"
import { ApiKeys } from "../../../src/services/accounts/ApiKeys.ts"
import { Credentials } from "../../../src/services/accounts/Credentials.ts"
import { EndSessions } from "../../../src/services/accounts/EndSessions.ts"
import { Codes } from "../../../src/services/accounts/factors/Codes.ts"
import { FactorChange } from "../../../src/services/accounts/factors/FactorChange.ts"
import { LeakGuard } from "../../../src/services/accounts/LeakGuard.ts"
import { Operator } from "../../../src/services/accounts/Operator.ts"
import { SignIn } from "../../../src/services/accounts/SignIn.ts"
import { SuspensionWrites } from "../../../src/services/accounts/Suspensions.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import * as Services from "../../../src/services/Services.ts"
import { registration } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"

const machine = Layer.mergeAll(
  ChangeNotifier.none,
  Layer.provide(Layer.merge(ContentFilesJson.layer, LanguageFiles.layer), NodeContext.layer),
  MarkdownFilterInline.layer,
  PasswordHasherPlain.layer,
  RateLimitStoreMemory.layer,
  SecretsRandom.layer,
  PasskeysWebAuthn.layer,
  Mailer.off,
  Translator.off,
  OutgoingHttp.configured,
  WebPushNode.layer,
  PhenotypeFiles.none
)

const services = (storage: (typeof memoryAndDatabase)[number]) =>
  Operator.layer.pipe(
    Layer.provide([LeakGuard.layer, FactorChange.layer, SuspensionWrites.layer]),
    Layer.provide([Codes.layer, EndSessions.layer]),
    Layer.provide(ShutdownSignal.layer),
    Layer.provideMerge(Services.layer),
    Layer.provideMerge(storage.layer),
    Layer.provide(machine)
  )

const password = Redacted.make("chosen by the operator")

const login = (email: string, tried: Redacted.Redacted) =>
  Effect.flatMap(SignIn, ({ login }) => Effect.either(login({ email, password: tried })))

/** A new member with a session and two keys. */
const member = Effect.gen(function* () {
  const payload = registration()
  const { token, user } = yield* Effect.flatMap(Accounts, ({ register }) => register(payload))
  const { userOf } = yield* Credentials
  const signedIn = yield* userOf(token)
  const key = Effect.flatMap(ApiKeys, ({ create }) =>
    create({ name: "agent", scopes: Option.none(), expiresAt: Option.none(), agent: false, dailyWrites: Option.none() })
  )
  const keys = yield* Effect.all([key, key]).pipe(Effect.provideService(CurrentUser, signedIn))
  const isValid = (credential: Redacted.Redacted) => Effect.isSuccess(userOf(credential))
  return { user, payload, token, keys, isValid }
})

/** The changes that an effect publishes. */
const published = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const seen: Array<Change> = []
    yield* Effect.flatMap(Changes, ({ subscribeAll }) => subscribeAll((change) => void seen.push(change)))
    yield* effect
    return seen.map(({ id, kind }) => ({ id, kind }))
  }).pipe(Effect.scoped)

for (const storage of memoryAndDatabase) {
  layer(services(storage))(`${storage.name}: Operator`, (it) => {
    const test = (
      title: string,
      effect: Effect.Effect<
        void,
        unknown,
        Accounts | ApiKeys | AuditRepo | Credentials | Changes | Operator | SignIn | UsersRepo | Viewer | ClientAddress
      >
    ) =>
      it.effect(title, () =>
        effect.pipe(
          Effect.provideService(Viewer, Option.none()),
          Effect.provideService(ClientAddress, "127.0.0.1"),
          Effect.orDie
        )
      )

    test(
      "Operator.exportOf fails with MemberNotFound for a member who leaves before its end",
      Effect.gen(function* () {
        const { erase, exportOf } = yield* Operator
        const { email } = (yield* member).payload
        const lines = yield* exportOf(email)
        strictEqual((yield* Stream.mkString(lines)).includes(email), true)
        yield* erase(email, "keep")
        deepStrictEqual((yield* Effect.flip(Stream.runDrain(lines)))._tag, "MemberNotFound")
      })
    )

    test(
      "Operator.createAdmin makes an admin who can log in, and refuses a username and an email that are taken",
      Effect.gen(function* () {
        const { createAdmin } = yield* Operator
        const { email, username } = registration()
        const admin = yield* createAdmin({ username, email, password })
        strictEqual(admin.role, "admin")
        assertSome(admin.email, email)
        strictEqual(Either.isRight(yield* login(email, password)), true)
        const other = registration()
        const taken = [
          createAdmin({ username, email: other.email, password }),
          createAdmin({ username: other.username, email: email.toUpperCase(), password })
        ]
        const failures = yield* Effect.forEach(taken, Effect.flip)
        deepStrictEqual(
          failures.map(({ _tag }) => _tag),
          ["UsernameTaken", "EmailTaken"]
        )
      })
    )

    test(
      "Operator.promote finds a member by username or by email in any case, and never a username that is an email",
      Effect.gen(function* () {
        const { promote } = yield* Operator
        const [one, two] = [yield* member, yield* member]
        const changes = yield* published(promote(one.user.username.toUpperCase()))
        deepStrictEqual(changes, [{ kind: "user", id: one.user.id }])
        strictEqual((yield* promote(two.payload.email.toUpperCase())).role, "admin")
        strictEqual((yield* promote(one.user.username)).role, "admin")
        const impostor = registration()
        yield* Effect.flatMap(Accounts, ({ register }) => register({ ...impostor, username: "boss@example.com" }))
        strictEqual((yield* Effect.flip(promote("boss@example.com")))._tag, "MemberNotFound")
      })
    )

    test(
      "Operator.resetPassword replaces the password and ends all sessions at once, and no API key",
      Effect.gen(function* () {
        const { resetPassword } = yield* Operator
        const [one, other] = [yield* member, yield* member]
        const second = Either.getOrThrow(yield* login(one.payload.email, one.payload.password))
        const { endedSessions } = yield* resetPassword(one.user.username, password)
        strictEqual(endedSessions, 2)
        const credentials = [one.token, second.token, other.token, ...one.keys.map(({ key }) => key)]
        deepStrictEqual(yield* Effect.forEach(credentials, one.isValid), [false, false, true, true, true])
        strictEqual(Either.isLeft(yield* login(one.payload.email, one.payload.password)), true)
        strictEqual(Either.isRight(yield* login(one.payload.email, password)), true)
        strictEqual((yield* Effect.flip(resetPassword("nobody", password)))._tag, "MemberNotFound")
      })
    )

    test(
      "Operator takes the number of a member, and refuses one that is also the name of another",
      Effect.gen(function* () {
        const { keysOf, promote } = yield* Operator
        const [one, other] = [yield* member, yield* member]
        const number = String(one.user.id)
        strictEqual((yield* keysOf(number)).member.id, one.user.id)
        for (const wrong of ["0", `0${number}`, `+${number}`, "2147483647", "2147483648", "99999999999999999999"]) {
          strictEqual((yield* Effect.flip(keysOf(wrong)))._tag, "MemberNotFound")
        }
        const users = yield* UsersRepo
        const username = Option.some({ name: number, key: usernameKey(number) })
        yield* users.update(other.user.id, { username, bio: Option.none(), role: Option.none() })
        strictEqual((yield* Effect.flip(promote(number)))._tag, "MemberUnclear")
        strictEqual((yield* keysOf(one.payload.email)).member.id, one.user.id)
      })
    )

    test(
      "Operator.suspend ends the sessions and marks new ones until Operator.unsuspend; the last admin stays",
      Effect.gen(function* () {
        const { createAdmin, promote, suspend, unsuspend } = yield* Operator
        const one = yield* member
        const { username } = one.user
        const { email, password: own } = one.payload
        const suspension = { reason: "A test.", until: Option.none() }
        const [first = one.keys[0]] = one.keys
        const changes = yield* published(suspend(username, suspension))
        deepStrictEqual(
          Array.contains(
            changes.map(({ kind }) => kind),
            "session"
          ),
          true
        )
        deepStrictEqual(yield* Effect.forEach([one.token, first?.key ?? one.token], one.isValid), [false, false])
        const isSuspended = Effect.map(Effect.flatten(login(email, own)), ({ user }) => Option.isSome(user.suspended))
        strictEqual(yield* isSuspended, true)
        assertNone((yield* unsuspend(email)).suspended)
        strictEqual(yield* isSuspended, false)
        const passed = { ...suspension, until: Option.some(DateTime.unsafeMake("1960-01-01T00:00:00Z")) }
        strictEqual((yield* Effect.flip(suspend(username, passed)))._tag, "UntilPassed")
        strictEqual((yield* Effect.flip(suspend("nobody", suspension)))._tag, "MemberNotFound")
        yield* promote(username)
        const { username: other } = yield* createAdmin({ ...registration(), password })
        yield* suspend(other, suspension)
        yield* unsuspend(other)
      })
    )

    test(
      "Operator records each change in the audit log without an actor, and nothing that changed nothing",
      Effect.gen(function* () {
        const { promote, resetPassword, revokeKeys, suspend, unsuspend } = yield* Operator
        const { user, keys } = yield* member
        const name = user.username
        yield* promote(name)
        yield* promote(name)
        yield* resetPassword(name, password)
        yield* revokeKeys(name, Option.none())
        yield* suspend(name, { reason: "A test.", until: Option.none() }).pipe(Effect.ignore)
        yield* unsuspend(name)
        yield* unsuspend(name)
        const { items } = yield* Effect.flatMap(AuditRepo, ({ page }) =>
          page({ userId: user.id }, { offset: 0, limit: 50 })
        )
        const entries = items
          .filter(({ by }) => by === null)
          .map(({ action, detail, reason, targetId }) => [action, targetId, detail, reason])
        deepStrictEqual(entries.reverse(), [
          ["role_changed", null, "from user to admin", null],
          ["password_changed", null, "reset, sessions: 1", null],
          ...keys.map(({ id }) => ["key_revoked", id, null, null]),
          ["suspended", null, null, "A test."],
          ["unsuspended", null, null, null]
        ])
      })
    )

    test(
      "Operator.revokeKeys ends the keys of these ids, or all of the member, or none if one is not the member's",
      Effect.gen(function* () {
        const { keysOf, revokeKeys } = yield* Operator
        const [one, other] = [yield* member, yield* member]
        const ids = one.keys.map(({ id }) => id)
        const [first = ApiKeyId.make(1)] = ids
        const theirs = other.keys.map(({ id }) => id)
        const mixed = yield* Effect.flip(revokeKeys(one.user.username, Option.some([first, ...theirs])))
        deepStrictEqual(mixed._tag === "KeysNotFound" ? mixed.ids : mixed, theirs)
        const valid = Effect.forEach([...one.keys, ...other.keys], ({ key }) => one.isValid(key))
        deepStrictEqual(yield* valid, [true, true, true, true])
        const changes = yield* published(revokeKeys(one.user.username, Option.some([first])))
        deepStrictEqual(changes, [{ kind: "api_key", id: first }])
        deepStrictEqual(yield* valid, [false, true, true, true])
        yield* revokeKeys(one.user.username, Option.none())
        deepStrictEqual(yield* valid, [false, false, true, true])
        deepStrictEqual((yield* keysOf(one.user.username)).keys, [])
        assertNone(Array.head((yield* revokeKeys(one.user.username, Option.none())).keys))
      })
    )
  })
}
