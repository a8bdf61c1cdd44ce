import { fileURLToPath } from "node:url"
import type { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { ConfigProvider, Effect, Layer, Logger } from "effect"
import * as Greeting from "../../src/cli/Greeting.ts"

/** The warnings of a start with these variables. */
const warned = (
  variables: Readonly<Record<string, string>>,
  layer: Layer.Layer<never, unknown, FileSystem.FileSystem> = Greeting.helpless
) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
    )
    const config = Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
    yield* Layer.build(layer.pipe(Layer.provide([log, config, NodeContext.layer])))
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

describe("Greeting.ineffective", () => {
  it.effect("warns of a key without its server, and of a FILES_DIR that is no folder, but not of one to be made", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* warned({ FILES_DIR: "/nowhere" }, Greeting.ineffective), [])
      const [FILES_DIR, TRANSLATE_KEY] = [fileURLToPath(import.meta.url), "a key"]
      deepStrictEqual(yield* warned({ TRANSLATE_KEY, FILES_DIR }, Greeting.ineffective), [
        "WARN TRANSLATE_KEY has no effect without T",
        `WARN FILES_DIR ${FILES_DIR} is not a folder`.slice(0, 42)
      ])
      const TRANSLATE_URL = "https://translate.example"
      deepStrictEqual(yield* warned({ TRANSLATE_KEY, TRANSLATE_URL }, Greeting.ineffective), [])
    })
  )
})
