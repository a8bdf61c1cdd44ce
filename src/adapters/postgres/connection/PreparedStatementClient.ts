import { createHash } from "node:crypto"
import { WatchedClient, wrapMethod } from "./WatchedClient.ts"

/** Limits of the statements that are prepared. A connection holds them until its end. */
const maxStatements = 500
const maxStatementCharacters = 8_000

const names = new Map<string, string>()

/** The name under which a statement is prepared; undefined beyond the limits. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxStatements || text.length > maxStatementCharacters) return known
  const name = createHash("sha256").update(text).digest("hex").slice(0, 24)
  names.set(text, name)
  return name
}

/** The arguments of `query` with a name for the statement, if it has values and is within the limits. */
const withName = (args: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const [text, values, ...rest] = args
  if (typeof text !== "string" || !Array.isArray(values) || values.length === 0) return args
  const name = nameOf(text)
  return name === undefined ? args : [{ name, text, values }, ...rest]
}

/**
 * A connection that prepares its statements, so that the server parses and plans each of them once. `@effect/sql-pg` has
 * no option for it. It does not work through a pooler in transaction mode.
 */
export class PreparedStatementClient extends WatchedClient {
  constructor(...args: ConstructorParameters<typeof WatchedClient>) {
    super(...args)
    wrapMethod(
      this,
      "query",
      (query) =>
        (...args) =>
          query(...withName(args))
    )
  }
}
