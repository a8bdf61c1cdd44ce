import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { ConfigProvider, Effect, Layer, Logger } from "effect"
import * as Greeting from "../../src/cli/Greeting.ts"

/** The warnings of a start with these variables. */
const warned = (variables: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
    )
    const config = Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
    yield* Layer.build(Greeting.helpless.pipe(Layer.provide([log, config])))
    return lines.map((line) => line.slice(0, 42))
  }).pipe(Effect.scoped)

describe("Greeting.helpless", () => {
  it.effect("warns where neither mail nor a contact is configured, and nowhere else", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* warned({}), ["WARN neither SMTP_URL nor CONTACT is set: "])
      deepStrictEqual(yield* warned({ CONTACT: "help@example.org" }), [])
      const mail = { SMTP_URL: "smtp://mail.example.org:587", MAIL_FROM: "community@example.org" }
      deepStrictEqual(yield* warned(mail), [])
    })
  )
})
