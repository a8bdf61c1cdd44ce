import { NodeContext } from "@effect/platform-node"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, ConfigProvider, Effect, Either, Layer, Logger, Option, Redacted } from "effect"
import * as PasskeysWebAuthn from "../../../src/adapters/node/accounts/PasskeysWebAuthn.ts"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import * as LanguageFiles from "../../../src/adapters/node/LanguageFiles.ts"
import * as WebPushNode from "../../../src/adapters/node/notifications/WebPushNode.ts"
import * as OutgoingHttp from "../../../src/adapters/node/OutgoingHttp.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as RateLimitStoreMemory from "../../../src/adapters/node/RateLimitStoreMemory.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { ClientAddress, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import { PasswordHasher } from "../../../src/ports/accounts/PasswordHasher.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { Mailer } from "../../../src/ports/mail/Mailer.ts"
import { PhenotypeFiles } from "../../../src/ports/phenotypes/PhenotypeFiles.ts"
import { Translator } from "../../../src/ports/posts/Translator.ts"
import { Accounts } from "../../../src/services/accounts/Accounts.ts"
import { FirstAdmin } from "../../../src/services/accounts/FirstAdmin.ts"
import * as Services from "../../../src/services/Services.ts"
import { registration } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"

const claims = 5

/** Answers when all claims ask for a hash: by then each has seen that there is no admin. */
const hasher = Layer.effect(
  PasswordHasher,
  Effect.map(Effect.makeLatch(), (latch) => {
    let begun = 0
    return {
      hash: () =>
        Effect.suspend(() => (++begun < claims ? latch.await : latch.open)).pipe(Effect.as("a hash of a password")),
      verify: () => Effect.succeed(false),
      isOutdated: () => false,
      verifyNobody: () => Effect.void
    }
  })
)

const machine = Layer.mergeAll(
  ChangeNotifier.none,
  hasher,
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

const register = (adminCode?: string) =>
  Effect.gen(function* () {
    const accounts = yield* Accounts
    return yield* Effect.either(accounts.register(registration("admin", adminCode)))
  }).pipe(Effect.provideService(Viewer, Option.none()), Effect.provideService(ClientAddress, "127.0.0.1"))

const services = (storage: (typeof memoryAndDatabase)[number], variables: Readonly<Record<string, string>>) =>
  Services.layer.pipe(
    Layer.provide(Layer.merge(storage.layer, machine)),
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
  )

for (const storage of memoryAndDatabase) {
  layer(services(storage, {}))(`${storage.name}: FirstAdmin`, (it) => {
    it.effect("lets one of several concurrent claims succeed, and shows no code afterwards", () =>
      Effect.gen(function* () {
        const { codeWhileNone } = yield* FirstAdmin
        const code = Redacted.value(yield* Effect.flatten(codeWhileNone))
        strictEqual(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){6}$/.test(code), true, code)
        const outcomes = yield* Effect.all(Array.replicate(register(code), claims), { concurrency: "unbounded" })
        deepStrictEqual(
          outcomes.map(Either.match({ onLeft: ({ _tag }) => _tag, onRight: ({ user }) => user.role })).sort(),
          [...Array.replicate("NotAllowed", claims - 1), "admin"]
        )
        deepStrictEqual(yield* codeWhileNone, Option.none())
      })
    )
  })
}

const [memory] = memoryAndDatabase

layer(services(memory, {}))("FirstAdmin without FIRST_ADMIN_CODE", (it) => {
  it.effect("makes a code of its own in each process", () =>
    Effect.gen(function* () {
      const { codeWhileNone } = yield* FirstAdmin
      const other = yield* Effect.provide(
        Effect.flatMap(FirstAdmin, ({ codeWhileNone }) => codeWhileNone),
        Layer.fresh(services(memory, {}))
      )
      const codes = Option.all([yield* codeWhileNone, other])
      strictEqual(
        Option.exists(codes, ([one, another]) => Redacted.value(one) !== Redacted.value(another)),
        true
      )
    })
  )
})

const preset = "preset by the operator"

layer(services(memory, { FIRST_ADMIN_CODE: preset }))("FirstAdmin with FIRST_ADMIN_CODE", (it) => {
  it.effect(
    "does not show the code of the operator, accepts no other, and logs each wrong one without its text",
    () => {
      const lines: Array<string> = []
      const logger = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
      return Effect.gen(function* () {
        const { claim, codeWhileNone } = yield* FirstAdmin
        deepStrictEqual(yield* codeWhileNone, Option.none())
        const wrong = ["", preset.slice(1), `${preset} `, preset.toUpperCase()]
        for (const code of wrong) {
          deepStrictEqual((yield* Effect.either(claim(Option.some(Redacted.make(code)))))._tag, "Left", code)
        }
        deepStrictEqual((yield* Effect.either(claim(Option.none())))._tag, "Left")
        strictEqual(lines.length, wrong.length)
        for (const line of lines) assertTrue(/level=WARN .*wrong code of the first admin/.test(line), line)
        strictEqual(lines.join().toLowerCase().includes(preset.slice(1)), false)
        yield* claim(Option.some(Redacted.make(preset)))
      }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
    }
  )
})
