import { DateTime, Option, Schema } from "effect"
import { type AccessScope, allScopes, scopesUnlessNamed } from "./Credential.ts"
import type { UsedCredential } from "./CurrentUser.ts"

export interface Grant {
  readonly scopes: ReadonlyArray<AccessScope>
  readonly expiresAt: Option.Option<DateTime.Utc>
  readonly agent: boolean
  readonly dailyWrites: Option.Option<number>
}

const Member = Schema.Literal("scopes", "expiresAt", "agent", "dailyWrites")

const isBeyond = <A>(granted: Option.Option<A>, bound: Option.Option<A>, isGreater: (one: A, other: A) => boolean) =>
  Option.isSome(bound) && !Option.exists(granted, (value) => !isGreater(value, bound.value))

/** The member in which a grant is more than a key may do; none for a grant within it. A session may grant anything. */
export const excessOf = (
  { agent, dailyWrites, expiresAt, scopes }: Grant,
  credential: UsedCredential
): Option.Option<typeof Member.Type> => {
  if (credential.kind === "session") return Option.none()
  if (scopes.some((scope) => !credential.scopes.includes(scope))) return Option.some("scopes")
  if (isBeyond(expiresAt, credential.expiresAt, DateTime.greaterThan)) return Option.some("expiresAt")
  if (credential.agent && !agent) return Option.some("agent")
  const budget = Option.map(credential.budget, ({ dailyWrites }) => dailyWrites)
  return isBeyond(dailyWrites, budget, (one, other) => one > other) ? Option.some("dailyWrites") : Option.none()
}

/** True if a credential may do all that another one may, while both are valid. */
export const coversCredential = (credential: UsedCredential, other: UsedCredential): boolean =>
  Option.isNone(
    excessOf(
      {
        ...other,
        expiresAt: credential.expiresAt,
        dailyWrites: Option.map(other.budget, ({ dailyWrites }) => dailyWrites)
      },
      credential
    )
  )

interface WantedGrant extends Omit<Grant, "scopes"> {
  readonly scopes: Option.Option<ReadonlyArray<AccessScope>>
}

/**
 * The grant that a caller asks for. Absent fields are as in the caller's key, without the scope `members`, which is
 * given only where it is named; an agent makes agents' keys.
 */
export const grantWithin = (wanted: WantedGrant, credential: UsedCredential): Grant => {
  const unlessNamed = scopesUnlessNamed.filter((scope) => credential.scopes.includes(scope))
  const scopes = Option.getOrElse(wanted.scopes, () => unlessNamed)
  return {
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
    expiresAt:
      credential.kind === "session" ? wanted.expiresAt : Option.orElse(wanted.expiresAt, () => credential.expiresAt),
    agent: wanted.agent || credential.agent,
    dailyWrites: Option.orElse(wanted.dailyWrites, () =>
      Option.map(credential.budget, ({ dailyWrites }) => dailyWrites)
    )
  }
}

const excesses: Readonly<Record<typeof Member.Type, string>> = {
  scopes: "has scopes that your key lacks",
  expiresAt: "is valid for longer than your key",
  agent: "is not an agent's, but yours is",
  dailyWrites: "has a larger budget of writes than your key"
}

export class ExceedsCredential extends Schema.TaggedError<ExceedsCredential>()("ExceedsCredential", {
  member: Member
}) {
  override readonly message =
    `a key can make and rotate no key that may do more than itself: this one ${excesses[this.member]}`
}
