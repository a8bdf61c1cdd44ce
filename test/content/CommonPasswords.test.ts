import { readFileSync } from "node:fs"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { it } from "vitest"
import { minPasswordCharacters } from "../../src/domain/accounts/Password.ts"
import { foldKey } from "../../src/domain/Text.ts"

it("content/common-passwords.txt has 3,000 passwords that a member could choose, sorted, folded, each once", () => {
  const lines = readFileSync("content/common-passwords.txt", "utf8").trimEnd().split("\n")
  strictEqual(lines.length, 3_000)
  deepStrictEqual(lines, [...new Set(lines)].sort())
  for (const line of lines) {
    strictEqual(line, foldKey(line))
    assertTrue(Array.from(line).length >= minPasswordCharacters, line)
  }
})
