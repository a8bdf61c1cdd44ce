import { Command } from "@effect/cli"
import { Data, Effect } from "effect"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import { checks, dueMigrations, type Finding } from "../adapters/postgres/Integrity.ts"
import { json, print } from "./Output.ts"
import * as Progress from "./Progress.ts"

/** The database holds something that must not be. */
class NotSound extends Data.TaggedError("NotSound")<{ readonly findings: number }> {
  override get message() {
    return `${this.findings} findings`
  }
}

/** The findings of all checks; where migrations are due, only these. */
const findings = Effect.gen(function* () {
  const due = yield* dueMigrations
  if (due.length > 0) return due
  const found: Array<Finding> = []
  for (const [index, { find, name }] of checks.entries()) {
    yield* Progress.show(`checking ${name}`, index, checks.length)
    found.push(...(yield* find))
  }
  yield* Progress.show("checking", checks.length, checks.length)
  return found
})

/** `check`: queries that must find nothing. */
export const check = Command.make("check", { json }, ({ json }) =>
  Progress.stoppable(() =>
    Effect.gen(function* () {
      yield* CommandDatabase.mustBeMade
      const found = yield* Effect.provide(findings, CommandDatabase.unmigrated)
      const lines = found.map(({ check, what }) => `${check}: ${what}`)
      yield* print(json, { findings: found }, lines.length === 0 ? ["nothing was found"] : lines)
      if (found.length > 0) return yield* new NotSound({ findings: found.length })
    })
  )
).pipe(
  Command.withDescription(
    "Checks the database: migrations, invalid indexes, rows whose references are missing, and counts against a recount. Changes nothing."
  )
)
