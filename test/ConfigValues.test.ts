import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either } from "effect"
import * as Config from "../src/Config.ts"
import { read } from "./support/Configured.ts"

describe("Config", () => {
  it("isLoopback is true only for addresses of this machine", () => {
    for (const [host, isOne] of [
      ["localhost", true],
      ["127.0.0.1", true],
      ["127.8.9.1", true],
      ["::1", true],
      ["0.0.0.0", false],
      ["::", false],
      ["192.168.1.5", false],
      ["127.0.0.1.evil.example", false]
    ] as const) {
      strictEqual(Config.isLoopback(host), isOne, host)
    }
  })

  it("publicUrl is made of host and port, with an IPv6 host in brackets", () => {
    deepStrictEqual(read(Config.publicUrl, { HOST: "::1", PORT: "80" }), Either.right("http://[::1]:80"))
    deepStrictEqual(read(Config.publicUrl, { HOST: "localhost", PORT: "8080" }), Either.right("http://localhost:8080"))
  })

  it("firstAdminCode keeps the code out of every text", () => {
    const code = read(Config.firstAdminCode, { FIRST_ADMIN_CODE: "secret of the operator" })
    strictEqual(`${JSON.stringify(code)} ${code}`.includes("secret"), false)
  })

  it("databaseUrl keeps the password out of every text", () => {
    const url = read(Config.databaseUrl, { DATABASE_URL: "postgres://a:secret@c/d" })
    strictEqual(JSON.stringify(url).includes("secret"), false)
  })
})
