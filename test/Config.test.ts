import { readFileSync } from "node:fs"
import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Either, Option, Predicate } from "effect"
import * as Variables from "../src/Config.ts"
import { variables } from "./ConfigVariables.ts"
import { read } from "./support/Configured.ts"

/** Each failure of a configuration, as the start-up shows it. */
const failures = (error: unknown): ReadonlyArray<string> => {
  if (!Predicate.hasProperty(error, "_op")) return []
  if (Predicate.hasProperty(error, "left") && Predicate.hasProperty(error, "right")) {
    return [...failures(error.left), ...failures(error.right)]
  }
  return Predicate.hasProperty(error, "path") && Predicate.hasProperty(error, "message")
    ? [`${String(error.path)} ${error.message}`]
    : []
}

for (const { bad, config, good, message, name, unset } of variables) {
  describe(name, () => {
    it("has its default when it is unset or empty", () => {
      for (const environment of [{}, { [name]: "" }, { [name]: "  " }]) {
        deepStrictEqual(read(config, environment), Either.right(unset))
      }
    })

    it("accepts each valid value", () => {
      assertTrue(good.length > 0)
      for (const [text, value] of good) deepStrictEqual(read(config, { [name]: text }), Either.right(value), text)
    })

    if (bad.length === 0) return
    it("refuses an invalid value in one message with its name and the expected form", () => {
      for (const text of bad) {
        const result = read(config, { [name]: text })
        assertTrue(Either.isLeft(result), `${text} was taken`)
        if (Either.isLeft(result)) deepStrictEqual(failures(result.left), [`${name} ${message}`], text)
      }
    })
  })
}

describe("Config.mail", () => {
  it("needs both SMTP_URL and MAIL_FROM, or neither", () => {
    const [SMTP_URL, MAIL_FROM] = ["smtp://127.0.0.1", "a@example.org"]
    deepStrictEqual(Either.map(read(Variables.mail, {}), Option.isSome), Either.right(false))
    deepStrictEqual(Either.map(read(Variables.mail, { SMTP_URL, MAIL_FROM }), Option.isSome), Either.right(true))
    for (const [environment, missing] of [
      [{ SMTP_URL }, "MAIL_FROM"],
      [{ MAIL_FROM }, "SMTP_URL"]
    ] as const) {
      const result = Either.flip(read(Variables.everything, environment))
      deepStrictEqual(
        Either.map(result, failures),
        Either.right([`${missing} must be set too: mail needs SMTP_URL and MAIL_FROM`])
      )
    }
  })
})

describe("Config.everything", () => {
  it("reads no variable but those of this table", () => {
    const source = readFileSync(new URL("../src/Config.ts", import.meta.url), "utf8")
    const read = Array.from(source.matchAll(/variable\(\s*"(\w+)"/g), ([, name]) => String(name))
    deepStrictEqual(variables.map(({ name }) => name).sort(), read.sort())
  })

  it("reports all invalid variables at once, without their values", () => {
    const result = read(Variables.everything, { PORT: "http", DATABASE_URL: "mysql://secret", LOG_LEVEL: "loud" })
    assertTrue(Either.isLeft(result))
    const messages = Either.isLeft(result) ? failures(result.left) : []
    const named = new Set(messages.map((line) => line.split(" ")[0]))
    deepStrictEqual(Array.from(named).sort(), ["DATABASE_URL", "LOG_LEVEL", "PORT"])
    assertTrue(!messages.join().includes("secret") && !messages.join().includes("loud"))
  })

  it("succeeds when nothing is set", () => {
    assertTrue(Either.isRight(read(Variables.everything, {})))
  })
})
