import { strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Redacted } from "effect"
import { CredentialsRepo } from "../../../../../src/ports/accounts/CredentialsRepo.ts"
import { PasskeysRepo } from "../../../../../src/ports/accounts/PasskeysRepo.ts"
import { SecondFactorsRepo } from "../../../../../src/ports/accounts/SecondFactorsRepo.ts"
import { Secrets } from "../../../../../src/ports/Secrets.ts"
import type { Asserted, Authenticator, Registered, Twist } from "../../../../support/authenticator/Authenticator.ts"
import type { Member } from "../../../../support/Given.ts"
import { join, send } from "../../../../support/Members.ts"
import { type Answer, at, listAt, refusedFor } from "../../../../support/Wire.ts"

export const passkeysPath = "/api/auth/passkeys"
export const secondFactorPath = "/api/auth/second-factor"

type Signed = Pick<Member, "token">
type Account = Pick<Member, "payload">

export const passwordOf = ({ payload }: Account) => Redacted.value(payload.password)

export const signInByPassword = (member: Account, more: object = {}) =>
  send("POST", "/api/auth/login", { body: { email: member.payload.email, password: passwordOf(member), ...more } })

export const tokenIn = ({ body }: Answer) => Redacted.make(String(at(body, "token")))

/** A session of the member that began longer ago than a change of credentials lets pass without a proof. */
export const oldSession = ({ user }: Pick<Member, "user">) =>
  Effect.gen(function* () {
    const { hashOf, newToken } = yield* Secrets
    const token = yield* newToken
    const now = yield* DateTime.now
    yield* (yield* CredentialsRepo).addSession({
      userId: user.id,
      hash: hashOf(token)?.hash ?? "",
      createdAt: DateTime.subtract(now, { seconds: 301 }),
      expiresAt: DateTime.add(now, { days: 1 })
    })
    return token
  })

/** The options of a new passkey. */
export const creationOptions = ({ token }: Signed) =>
  Effect.map(
    send("POST", `${passkeysPath}/options`, { as: token }),
    ({ body }) => body as Parameters<Authenticator["makeRegistration"]>[0]
  )

export const requestOptions = Effect.map(
  send("POST", `${passkeysPath}/login/options`),
  ({ body }) => body as Parameters<Authenticator["makeAssertion"]>[0]
)

export const addPasskey = ({ token }: Signed, response: Registered, more: object = {}) =>
  send("POST", passkeysPath, { as: token, body: { response, ...more } })

/** Registers a device. */
export const register = (member: Signed, device: Authenticator, more: object = {}) =>
  Effect.flatMap(creationOptions(member), (options) => addPasskey(member, device.makeRegistration(options), more))

export const signInByPasskey = (response: Asserted) => send("POST", `${passkeysPath}/login`, { body: { response } })

/** What a device signs for a new challenge. */
export const assertion = (device: Authenticator, twist?: Twist) =>
  Effect.map(requestOptions, (options) => device.makeAssertion(options, twist))

/** Everything that is stored of passkeys and second factors, and the number of sessions. */
export const stored = ({ user }: Pick<Member, "user">) =>
  Effect.gen(function* () {
    const [passkeys, apps, credentials] = [yield* PasskeysRepo, yield* SecondFactorsRepo, yield* CredentialsRepo]
    const sessions = yield* credentials.sessionsOf(user.id, yield* DateTime.now)
    return {
      passkeys: yield* passkeys.ofMember(user.id),
      app: yield* apps.find(user.id),
      codes: yield* apps.recoveryCodesLeft(user.id),
      sessions: sessions.map(({ id }) => id)
    }
  })

/** The code of an app, steps away from the present one. */
export const codeOf = (secret: string, steps = 0) =>
  Effect.gen(function* () {
    const { oneTimeCode } = yield* Secrets
    const now = yield* DateTime.now
    return oneTimeCode(Redacted.make(secret), Math.floor(DateTime.toEpochMillis(now) / 30_000) + steps)
  })

/** Turns the second factor on with the code of the present step, which is not taken again; gives secret and codes. */
export const enableApp = ({ token }: Signed) =>
  Effect.gen(function* () {
    const { body } = yield* send("POST", secondFactorPath, { as: token })
    const secret = String(at(body, "secret"))
    const enabled = yield* send("PUT", secondFactorPath, { as: token, body: { code: yield* codeOf(secret) } })
    return { secret, recoveryCodes: listAt(enabled.body, "recoveryCodes").map(String) }
  })

/** What everybody sees of a refusal, without what differs by itself. */
export const refusalOf = ({ body, headers, status }: Answer) => {
  const { date: _, "x-request-id": __, "content-length": length, ...others } = headers
  return { status, body, headers: { ...others, length } }
}

/** A member with an app; the step of its next code has just begun, by a clock that tests move. */
export const memberWithApp = (nextStep: Effect.Effect<void>) =>
  Effect.gen(function* () {
    yield* nextStep
    const maria = yield* join()
    const app = yield* enableApp(maria)
    yield* nextStep
    return { maria, ...app }
  })

/** Asserts that the password was right, and the code missing or wrong. */
export const needsCode = (answer: Answer, why: RegExp) => {
  refusedFor(answer, 401, why)
  strictEqual(answer.headers["www-authenticate"], "Bearer, SecondFactor")
}
