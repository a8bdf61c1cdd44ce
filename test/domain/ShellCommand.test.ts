import { execFileSync } from "node:child_process"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { shellCommand } from "../../src/domain/ShellCommand.ts"

const hostile = [
  ["a;touch$", "{IFS}x;@example.org"].join(""),
  "$(touch x)",
  "`touch x`",
  "it's",
  'say "no"',
  "a b",
  "*",
  "?limit=1&page=2",
  "",
  "!!",
  "\\",
  "two\nlines",
  "~root",
  "#1",
  "a|b>c<d",
  "{a,b}",
  "é 日本"
]

describe("shellCommand", () => {
  it("keeps each word one argument, whatever it holds", () => {
    const print = "process.stdout.write(JSON.stringify(process.argv.slice(1)))"
    for (const shell of ["sh", "bash"]) {
      const command = shellCommand(process.execPath, "-e", print, "--", ...hostile)
      deepStrictEqual(JSON.parse(execFileSync(shell, ["-c", command], { encoding: "utf8" })), hostile)
    }
  })

  it("leaves words as they are that need no quotes, and prefers double quotes", () => {
    strictEqual(
      shellCommand("curl", "-H", "Authorization: ApiKey rdc_1", "https://example.org/api?limit=1"),
      'curl -H "Authorization: ApiKey rdc_1" "https://example.org/api?limit=1"'
    )
    strictEqual(
      shellCommand("rare-disease-community", "admin", "reset-password", "17"),
      "rare-disease-community admin reset-password 17"
    )
  })
})
