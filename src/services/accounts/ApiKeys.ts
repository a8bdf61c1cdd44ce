import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { publicUrl } from "../../Config.ts"
import { done } from "../../domain/accounts/Account.ts"
import {
  type ApiKey,
  type ApiKeyChoice,
  ApiKeyNotFound,
  type CreatedApiKey,
  maxApiKeys,
  type NewApiKey,
  TooManyApiKeys
} from "../../domain/accounts/ApiKey.ts"
import { allScopes, keyPrefixCharacters, type Secret } from "../../domain/accounts/Credential.ts"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { LeakFound } from "../../domain/LeakFound.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CredentialsRepo, type KeyChoice } from "../../ports/CredentialsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Changes } from "../Changes.ts"
import { withSpans } from "../Spans.ts"
import { LeakGuard } from "./LeakGuard.ts"

/** The long-lived keys of agents (contract, Accounts). */
export class ApiKeys extends Context.Tag("services/accounts/ApiKeys")<
  ApiKeys,
  {
    /** Makes a key of the caller. Its secret is in this result only. Fails with `TooManyApiKeys` at `maxApiKeys`, and with `LeakFound` for its name. */
    readonly create: (
      key: NewApiKey
    ) => Effect.Effect<CreatedApiKey, LeakFound | TooManyApiKeys | Unavailable, CurrentUser>

    /** The keys of the caller, oldest first. */
    readonly list: Effect.Effect<{ readonly data: ReadonlyArray<ApiKey> }, Unavailable, CurrentUser>

    /** Revokes a key of the caller. Fails with `ApiKeyNotFound`, also for a key of another member. */
    readonly revoke: (choice: ApiKeyChoice) => Effect.Effect<typeof done, ApiKeyNotFound | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(ApiKeys, withSpans("ApiKeys", Effect.gen(make)))
}

function* make() {
  const repo = yield* CredentialsRepo
  const changes = yield* Changes
  const transaction = yield* Transaction
  const secrets = yield* Secrets
  const leaks = yield* LeakGuard
  const url = yield* publicUrl

  /** Instructions to paste, with the key (contract, Accounts). */
  const usageOf = (key: Secret) =>
    Redacted.make(
      `Send this header with each request:\n\n    Authorization: ApiKey ${Redacted.value(key)}\n\n` +
        `For example:\n\n    curl -H "Authorization: ApiKey ${Redacted.value(key)}" ${url}/api/notifications\n\n` +
        `MCP clients connect to:\n\n    ${url}/api/mcp?apiKey=${Redacted.value(key)}\n\n` +
        "Keep the key secret: it is shown this once, and it can do everything that you can."
    )

  const create = Effect.fnUntraced(function* ({ agent, dailyWrites, expiresAt, name, scopes }: NewApiKey) {
    const { id: userId } = yield* CurrentUser
    yield* leaks.check("name", [name], leaks.emailsOf(userId))
    if ((yield* repo.keysOf(userId)).length >= maxApiKeys) return yield* new TooManyApiKeys()
    const secret = yield* secrets.newApiKey
    const hash = secrets.hashOf(secret)?.hash ?? ""
    const {
      lastUsedAt: _,
      prefix: __,
      ...key
    } = yield* repo.addKey({
      userId,
      name,
      prefix: Redacted.value(secret).slice(0, keyPrefixCharacters),
      hash,
      createdAt: yield* DateTime.now,
      scopes: allScopes.filter((scope) => Option.isNone(scopes) || scopes.value.includes(scope)),
      expiresAt,
      agent,
      dailyWrites,
      budgetId: Option.none()
    })
    return { ...key, key: secret, usage: usageOf(secret) }
  })

  const list = Effect.flatMap(CurrentUser, ({ id }) => Effect.map(repo.keysOf(id), (data) => ({ data })))

  /** The secret decides when both are sent. None for a text that cannot be a key. */
  const choiceOf = ({ id, key }: ApiKeyChoice): Option.Option<KeyChoice> =>
    Option.match(key, {
      onNone: () => Option.map(id, (id) => ({ id })),
      onSome: (secret) => Option.map(Option.fromNullable(secrets.hashOf(secret)), ({ hash }) => ({ hash }))
    })

  const revoke = Effect.fnUntraced(function* (choice: ApiKeyChoice) {
    const { id: userId } = yield* CurrentUser
    const named = choiceOf(choice)
    if (Option.isNone(named)) return yield* new ApiKeyNotFound()
    const id = yield* repo.revokeKey(userId, named.value)
    yield* changes.append([{ kind: "api_key", id, userId }])
    return done
  }, transaction.atomically)

  return { create, list, revoke }
}
