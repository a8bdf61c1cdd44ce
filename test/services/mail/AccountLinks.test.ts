import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Context, DateTime, Effect, Layer, Option, Predicate } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as PasswordHasherPlain from "../../../src/adapters/node/accounts/PasswordHasherPlain.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { PasswordHasher } from "../../../src/ports/accounts/PasswordHasher.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { AuditLog } from "../../../src/services/accounts/AuditLog.ts"
import { EndSessions } from "../../../src/services/accounts/EndSessions.ts"
import { KeyedHash } from "../../../src/services/accounts/KeyedHash.ts"
import { AccountLinks } from "../../../src/services/mail/AccountLinks.ts"
import { OutgoingMail } from "../../../src/services/mail/OutgoingMail.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { newUser, unique } from "../../contracts/newRows.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { RecordedMail } from "../../support/mail/RecordedMail.ts"

/** The calls of ports, in their order. */
class Work extends Context.Tag("test/Work")<Work, Array<string>>() {}

/** A port that notes the name of each call. */
const noting = <Service extends object>(name: string, service: Service, work: Array<string>): Service =>
  new Proxy(service, {
    get: (target, member, receiver) => {
      const value: unknown = Reflect.get(target, member, receiver)
      if (!Predicate.isFunction(value)) return value
      return (...given: ReadonlyArray<unknown>) => {
        work.push(`${name}.${String(member)}`)
        return Reflect.apply(value, target, given)
      }
    }
  })

const noted = Layer.unwrapEffect(
  Effect.gen(function* () {
    const work: Array<string> = []
    return Layer.mergeAll(
      Layer.succeed(Work, work),
      Layer.succeed(UsersRepo, noting("users", yield* UsersRepo, work)),
      Layer.succeed(MailRepo, noting("mail", yield* MailRepo, work)),
      Layer.succeed(CredentialsRepo, noting("credentials", yield* CredentialsRepo, work)),
      Layer.succeed(PasswordHasher, noting("hasher", yield* PasswordHasher, work))
    )
  })
)

// No sender: it looks accounts up later, when it sends.
const services = AccountLinks.layer.pipe(
  Layer.provide([EndSessions.layer, KeyedHash.layer]),
  Layer.provide([AuditLog.layer, OutgoingMail.layer, ShutdownSignal.layer, Unpublished]),
  Layer.provide(new RecordedMail().layer),
  Layer.provideMerge(noted),
  Layer.provideMerge(Layer.mergeAll(Memory.layer, PasswordHasherPlain.layer)),
  Layer.provide(SecretsRandom.layer)
)

layer(services)("AccountLinks.forgotPassword", (it) => {
  it.effect("does the same work for every email, and looks no account up", () =>
    Effect.gen(function* () {
      const { forgotPassword } = yield* AccountLinks
      const { setSuspension } = yield* UsersRepo
      const work = yield* Work
      const [known, suspended] = [unique(), unique()]
      yield* newUser({ email: `${known}@example.org`, emailKey: `${known}@example.org` })
      const id = yield* newUser({ email: `${suspended}@example.org`, emailKey: `${suspended}@example.org` })
      const at = yield* DateTime.now
      yield* setSuspension(id, Option.some({ at, until: Option.none(), reason: "spam" }))
      const done = []
      for (const name of [known, suspended, unique(), "no address", ""]) {
        work.length = 0
        yield* forgotPassword({ email: name.includes(" ") ? name : `${name}@example.org` })
        done.push(Array.from(work))
      }
      for (const calls of done) deepStrictEqual(calls, done[0])
      deepStrictEqual(done[0], ["mail.add"])
    })
  )

  it.effect("leaves one mail to be sent to an email, however often and however it is typed", () =>
    Effect.gen(function* () {
      const { forgotPassword } = yield* AccountLinks
      const { claim } = yield* MailRepo
      const name = unique()
      for (const typed of [name, ` ${name}`, name.toUpperCase(), name]) {
        yield* forgotPassword({ email: `${typed}@example.org` })
      }
      const now = yield* DateTime.now
      const later = DateTime.add(now, { minutes: 5 })
      const addresses: Array<string> = []
      for (;;) {
        const mail = yield* claim(now, later)
        if (Option.isNone(mail)) break
        addresses.push(Option.getOrElse(mail.value.address, () => ""))
      }
      deepStrictEqual(
        addresses.filter((address) => address.includes(name)),
        [`${name}@example.org`]
      )
    })
  )
})
