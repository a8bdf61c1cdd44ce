import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either } from "effect"
import { shownVariables } from "../src/Config.ts"
import { read } from "./support/Configured.ts"

const shown = (environment: Readonly<Record<string, string>>) =>
  new Map(Either.getOrThrow(read(shownVariables, environment)).map((variable) => [variable.name, variable]))

describe("Config.shownVariables", () => {
  it("has each variable with its value and where that comes from", () => {
    const variables = shown({ PORT: " 80 ", HOST: " " })
    deepStrictEqual(variables.get("PORT"), { name: "PORT", value: "80", source: "environment", fault: null })
    deepStrictEqual(variables.get("HOST"), { name: "HOST", value: "127.0.0.1", source: "default", fault: null })
    deepStrictEqual(variables.get("DATABASE_URL"), {
      name: "DATABASE_URL",
      value: null,
      source: "default",
      fault: null
    })
  })

  it("masks secrets: a code, the password of a database, users, passwords and queries of any URL", () => {
    const secrets = {
      FIRST_ADMIN_CODE: "hidden-1-of-the-operator",
      TRANSLATE_URL: "https://user:hidden-8@translate.example/path",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://hidden-9@collector.example:4318/v1?token=hidden-10",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=hidden-7",
      DATABASE_URL: "postgres://user:hidden-2@host:5433/database?password=hidden-3",
      REDIS_URL: "rediss://:hidden-7@host:6380/2",
      NEWS_FEEDS: "https://user:hidden-4@a.example/feed?key=hidden-5,https://hidden-6@b.example/,https://c.example/x"
    }
    const variables = shown(secrets)
    const values = Object.keys(secrets).map((name) => variables.get(name)?.value)
    deepStrictEqual(values, [
      "***",
      "https://user:***@translate.example/path",
      "http://***@collector.example:4318/v1?***",
      "***",
      "postgres://user:***@host:5433/database?***",
      "rediss://:***@host:6380/2",
      "https://user:***@a.example/feed?***,https://***@b.example/,https://c.example/x"
    ])
  })

  it("gives an invalid variable with the form that it must have, without its value, which may be a secret", () => {
    const variables = shown({ DATABASE_URL: "mysql://user:hidden@host/database", PORT: "http" })
    strictEqual(JSON.stringify([...variables.values()]).includes("hidden"), false)
    deepStrictEqual(variables.get("PORT"), {
      name: "PORT",
      value: null,
      source: "environment",
      fault: "must be a whole number from 0 to 65535"
    })
  })
})
