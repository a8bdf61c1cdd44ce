import { Command } from "@effect/cli"
import { Data, Effect } from "effect"
import { type ShownVariable, shownVariables } from "../Config.ts"
import { json, print, table } from "./Output.ts"

export class WrongVariables extends Data.TaggedError("WrongVariables")<{ readonly names: ReadonlyArray<string> }> {
  override get message() {
    return `invalid: ${this.names.join(", ")}`
  }
}

const rowOf = ({ fault, name, source, value }: ShownVariable) => [
  name,
  source,
  fault === null ? (value ?? "(unset)") : `(invalid: ${fault})`
]

/** `config`: every variable with its value and where that comes from; secrets are masked. */
export const config = Command.make("config", { json }, ({ json }) =>
  Effect.gen(function* () {
    const variables = yield* shownVariables
    yield* print(json, variables, table([["variable", "from", "value"], ...variables.map(rowOf)]))
    const names = variables.filter(({ fault }) => fault !== null).map(({ name }) => name)
    if (names.length > 0) return yield* new WrongVariables({ names })
  })
).pipe(Command.withDescription("Shows every variable, its value, and where that comes from; secrets are masked."))
