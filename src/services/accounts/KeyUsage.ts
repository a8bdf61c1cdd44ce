import { DateTime, Option, Redacted } from "effect"
import type { Secret } from "../../domain/accounts/Credential.ts"
import type { Grant } from "../../domain/accounts/Grant.ts"

const abilities = {
  read: "read all but your notifications",
  write: "write all that you can",
  notifications: "list, follow and mark your notifications"
} as const

/** A path that the scopes of a key can read, for the example; none for a key that only writes. */
const readablePath = ({ scopes }: Grant): string | undefined => {
  if (scopes.includes("notifications")) return "/api/notifications"
  return scopes.includes("read") ? "/api/users/me" : undefined
}

/** The sentences that say what a key may do. */
const limitsOf = ({ agent, dailyWrites, expiresAt, scopes }: Grant): string => {
  const isFull = Object.keys(abilities).length === scopes.length
  const able = isFull ? "everything that you can" : scopes.map((scope) => abilities[scope]).join(", and ")
  return [
    isFull ? `it can do ${able}.` : `it can ${able}, and nothing else.`,
    ...Option.toArray(Option.map(dailyWrites, (writes) => `It can write ${writes} times in a day (UTC).`)),
    ...Option.toArray(Option.map(expiresAt, (at) => `It expires at ${DateTime.formatIso(at)}.`)),
    ...(agent ? ["It is an agent's key, which cannot change your password or see your sessions."] : [])
  ].join(" ")
}

/** Instructions to paste, with the key (contract, Accounts). */
export const usageOf = (key: Secret, grant: Grant, url: string): Redacted.Redacted => {
  const secret = Redacted.value(key)
  const path = readablePath(grant)
  const example =
    path === undefined ? "" : `For example:\n\n    curl -H "Authorization: ApiKey ${secret}" ${url}${path}\n\n`
  return Redacted.make(
    `Send this header with each request:\n\n    Authorization: ApiKey ${secret}\n\n${example}` +
      `MCP clients connect to:\n\n    ${url}/api/mcp?apiKey=${secret}\n\n` +
      `Keep the key secret: it is shown this once, and ${limitsOf(grant)}`
  )
}
