import type { AccessScope } from "../../../src/domain/accounts/Credential.ts"
import { allScopes } from "../../../src/domain/accounts/Credential.ts"
import type { Member } from "../../support/Given.ts"

/** All scopes but one. */
export const without = (scope: AccessScope) => allScopes.filter((other) => other !== scope)

/** Creates a key of a member with these scopes alone. */
export const keyWith = ({ client }: Pick<Member, "client">, scopes: ReadonlyArray<AccessScope>) =>
  client.auth.createApiKey({ payload: { name: scopes.join(" "), scopes } })

/** The text of the refusal of a key that lacks a scope. */
export const lacks = (scope: AccessScope) => `this API key lacks the scope ${scope}: use a key that has it`
