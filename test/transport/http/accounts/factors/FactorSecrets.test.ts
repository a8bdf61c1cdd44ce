import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, LogLevel } from "effect"
import * as Memory from "../../../../../src/adapters/memory/Memory.ts"
import * as Logging from "../../../../../src/adapters/node/Logging.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { hostileAssertions, hostileRegistrations } from "../../../../support/authenticator/Hostile.ts"
import { community } from "../../../../support/Community.ts"
import { join, send } from "../../../../support/Members.ts"
import { type Answer, at } from "../../../../support/Wire.ts"
import {
  addPasskey,
  codeOf,
  creationOptions,
  enableApp,
  oldSession,
  passwordOf,
  register,
  requestOptions,
  secondFactorPath,
  signInByPasskey,
  signInByPassword
} from "./Given.ts"

/** Every line of the log, in the form that the program writes. */
const lines: Array<string> = []

const kept = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logging.json, (line) => void lines.push(line))
  ),
  Logger.minimumLogLevel(LogLevel.All)
)

layer(community(Memory.layer, {}, kept), { excludeTestServices: true })("Strong sign-in", (it) => {
  it.effect("leaves no secret, code, challenge or credential id in the log, nor in an answer that refuses", () =>
    Effect.gen(function* () {
      const [maria, device] = [yield* join(), newAuthenticator()]
      const answers: Array<Answer> = []
      yield* register(maria, device)
      const { recoveryCodes, secret } = yield* enableApp(maria)
      const code = yield* codeOf(secret)
      const [creation, request] = [yield* creationOptions(maria), yield* requestOptions]
      const challenges = [creation.challenge, request.challenge]
      for (const make of Object.values(hostileAssertions)) {
        const options = yield* requestOptions
        challenges.push(options.challenge)
        answers.push(yield* signInByPasskey(make(device, options)))
      }
      for (const make of Object.values(hostileRegistrations)) {
        const options = yield* creationOptions(maria)
        challenges.push(options.challenge)
        answers.push(yield* addPasskey(maria, make(newAuthenticator(), options)))
      }
      answers.push(yield* register(maria, device))
      for (const typed of [code, `${recoveryCodes[0]}X`, undefined]) {
        answers.push(yield* signInByPassword(maria, { code: typed }))
      }
      const as = yield* oldSession(maria)
      for (const passkey of [device.makeAssertion({ ...request, rpId: "x" }), { id: device.credentialId }]) {
        answers.push(yield* send("POST", secondFactorPath, { as, body: { passkey } }))
      }
      answers.push(yield* send("PUT", secondFactorPath, { as, body: { code: recoveryCodes[1] } }))
      const invalid = { ...device.makeAssertion(request), type: code }
      answers.push(yield* send("POST", "/api/auth/passkeys/login", { body: { response: invalid, code } }))
      yield* signInByPassword(maria, { code: recoveryCodes[2] })
      for (const { status } of answers) assertTrue(status >= 400, `${status}`)
      const seen = [...lines, ...answers.map((answer) => JSON.stringify([answer.body, answer.headers]))].join("\n")
      assertTrue(lines.length > answers.length)
      for (const hidden of [secret, ...recoveryCodes, ...challenges, device.credentialId, passwordOf(maria)]) {
        strictEqual(seen.includes(hidden), false)
        strictEqual(seen.includes(hidden.replaceAll("-", "")), false)
      }
      const logged = lines.filter((line) => line.includes(code)).map((line): unknown => JSON.parse(line))
      for (const line of logged) strictEqual(JSON.stringify(at(line, "message")).includes(code), false)
    })
  )
})
