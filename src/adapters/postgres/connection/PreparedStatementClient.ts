import { createHash } from "node:crypto"
import { WatchedClient, wrapMethod } from "./WatchedClient.ts"

/** The most statements that are prepared on one connection, and the longest: names are kept for as long as it lives. */
const maxStatements = 500
const maxStatementCharacters = 8_000

const names = new Map<string, string>()

/** The name under which a statement is prepared; none for one too many or too long. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxStatements || text.length > maxStatementCharacters) return known
  const name = createHash("sha256").update(text).digest("hex").slice(0, 24)
  names.set(text, name)
  return name
}

/** What a query was called with, named where it can be. */
const named = (sent: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const [text, values, ...rest] = sent
  if (typeof text !== "string" || !Array.isArray(values) || values.length === 0) return sent
  const name = nameOf(text)
  return name === undefined ? sent : [{ name, text, values }, ...rest]
}

/**
 * A connection that prepares its statements, so that the server parses and plans each of them once.
 * `@effect/sql-pg` has no option for it. Not for a pooler in transaction mode between us and the server.
 */
export class PreparedStatementClient extends WatchedClient {
  constructor(...watched: ConstructorParameters<typeof WatchedClient>) {
    super(...watched)
    wrapMethod(
      this,
      "query",
      (query) =>
        (...sent) =>
          query(...named(sent))
    )
  }
}
