import { NodeContext } from "@effect/platform-node"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Deferred, Effect, Fiber, Layer, Option, Redacted } from "effect"
import * as PasskeysWebAuthn from "../../../src/adapters/node/accounts/PasskeysWebAuthn.ts"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import * as LanguageFiles from "../../../src/adapters/node/LanguageFiles.ts"
import * as WebPushNode from "../../../src/adapters/node/notifications/WebPushNode.ts"
import * as OutgoingHttp from "../../../src/adapters/node/OutgoingHttp.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as RateLimitStoreMemory from "../../../src/adapters/node/RateLimitStoreMemory.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { ClientAddress, CurrentUser, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import { PasswordHasher } from "../../../src/ports/accounts/PasswordHasher.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { Mailer } from "../../../src/ports/mail/Mailer.ts"
import { PhenotypeFiles } from "../../../src/ports/phenotypes/PhenotypeFiles.ts"
import { Translator } from "../../../src/ports/posts/Translator.ts"
import { AccountSecurity } from "../../../src/services/accounts/AccountSecurity.ts"
import { Accounts } from "../../../src/services/accounts/Accounts.ts"
import { Credentials } from "../../../src/services/accounts/Credentials.ts"
import { SignIn } from "../../../src/services/accounts/SignIn.ts"
import * as Services from "../../../src/services/Services.ts"
import { registration } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"

/** A hasher that notes its work, calls each hash outdated, and waits before it gives the result of a check. */
class Hasher extends Context.Tag("test/Hasher")<
  Hasher,
  { work: Array<string>; checked: Effect.Effect<void>; isOutdated: boolean }
>() {
  static readonly layer = Layer.sync(Hasher, () => ({ work: [], checked: Effect.void, isOutdated: false }))
}

const hasher = Layer.effect(
  PasswordHasher,
  Effect.map(Hasher, (state) => {
    let last = 0
    const note = (kind: string) => Effect.sync(() => void state.work.push(kind))
    return {
      hash: (password) => Effect.as(note("hash"), `${++last} ${Redacted.value(password)}`),
      verify: (password, hash) =>
        note("verify").pipe(
          Effect.zipRight(Effect.suspend(() => state.checked)),
          Effect.as(hash.endsWith(` ${Redacted.value(password)}`))
        ),
      isOutdated: () => state.isOutdated,
      verifyNobody: () => Effect.void
    }
  })
).pipe(Layer.provideMerge(Hasher.layer))

const machine = Layer.mergeAll(
  ChangeNotifier.none,
  Layer.provide(Layer.merge(ContentFilesJson.layer, LanguageFiles.layer), NodeContext.layer),
  MarkdownFilterInline.layer,
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
  Services.layer.pipe(Layer.provideMerge(hasher), Layer.provide(Layer.merge(storage.layer, machine)))

const here = Effect.provideService(ClientAddress, "127.0.0.1")

const oldPassword = Redacted.make("correct horse battery")
const newPassword = Redacted.make("zebras wear their stripes")

/** A new member, who is signed in. */
const member = Effect.gen(function* () {
  const payload = registration()
  const { register } = yield* Accounts
  const { token } = yield* Effect.provideService(register(payload), Viewer, Option.none())
  const user = yield* Effect.flatMap(Credentials, ({ userOf }) => userOf(token))
  return { email: payload.email, user, token }
}).pipe(here)

const change = (user: CurrentUser["Type"], password: typeof oldPassword) =>
  Effect.flatMap(AccountSecurity, ({ changePassword }) =>
    changePassword({ oldPassword: Option.some(password), passkey: Option.none(), newPassword })
  ).pipe(Effect.provideService(CurrentUser, user), here)

const login = (email: string, password: typeof oldPassword) =>
  Effect.flatMap(SignIn, ({ login }) => login({ email, password })).pipe(here)

for (const storage of memoryAndDatabase) {
  layer(services(storage))(`${storage.name}: AccountSecurity.changePassword`, (it) => {
    it.effect("does the same work for a wrong old password as for the right one", () =>
      Effect.gen(function* () {
        const state = yield* Hasher
        const { user } = yield* member
        state.work = []
        strictEqual((yield* Effect.flip(change(user, Redacted.make("another password"))))._tag, "WrongPassword")
        const wrong = state.work
        state.work = []
        yield* change(user, oldPassword)
        deepStrictEqual(wrong, state.work)
      })
    )

    for (const isOutdated of [false, true]) {
      it.effect(
        `ends a login with the old password that is under way (${isOutdated ? "outdated" : "present"} hash)`,
        () =>
          Effect.gen(function* () {
            const state = yield* Hasher
            const { email, user } = yield* member
            const [checking, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
            state.isOutdated = isOutdated
            state.checked = Effect.zipRight(Deferred.succeed(checking, undefined), Deferred.await(goOn))
            const loggingIn = yield* Effect.fork(Effect.flip(login(email, oldPassword)))
            yield* Deferred.await(checking)
            state.checked = Effect.void
            yield* change(user, oldPassword)
            yield* Deferred.succeed(goOn, undefined)
            strictEqual((yield* Fiber.join(loggingIn))._tag, "WrongLogin")
            state.isOutdated = false
            yield* login(email, newPassword)
          })
      )
    }
  })
}
