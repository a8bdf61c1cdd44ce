import { Array, Context, DateTime, Duration, Effect, Layer, Option, Redacted, Stream } from "effect"
import { publicUrl } from "../../Config.ts"
import { inTurns, waitUntilDue } from "../../concurrency/BackgroundTasks.ts"
import { done } from "../../domain/accounts/Account.ts"
import {
  type ApiKey,
  type ApiKeyChoice,
  ApiKeyExpired,
  ApiKeyNotFound,
  type CreatedApiKey,
  ExpiryPassed,
  type KeyRotation,
  maxApiKeys,
  type NewApiKey,
  type RotatedApiKey,
  TooManyApiKeys
} from "../../domain/accounts/ApiKey.ts"
import {
  type AccessScope,
  keyPrefixCharacters,
  type Secret,
  scopesUnlessNamed
} from "../../domain/accounts/Credential.ts"
import { CurrentUser, NotAllowed, NotSignedIn, type UsedCredential } from "../../domain/accounts/CurrentUser.ts"
import { ExceedsCredential, excessOf, type Grant, grantWithin } from "../../domain/accounts/Grant.ts"
import type { ApiKeyId } from "../../domain/Ids.ts"
import { shellCommand } from "../../domain/ShellCommand.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo, type KeyChoice } from "../../ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { CommunitySettings } from "../CommunitySettings.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { LeakGuard } from "./LeakGuard.ts"

/** The shortest time between two looks for secrets of rotated keys that have expired. */
const shortestSleep = Duration.seconds(1)

/** The longest time between two looks for secrets of rotated keys that have expired. */
const longestSleep = Duration.minutes(1)

/** The long-lived keys of agents (contract, Accounts). */
export class ApiKeys extends Context.Tag("services/accounts/ApiKeys")<
  ApiKeys,
  {
    /**
     * Makes a key of the caller. Its secret is in this result only. Absent fields are as `grantWithin` has them.
     * Fails with `LeakFound` for its name, with `ExceedsCredential` for a key that may do more than the one of the
     * caller, with `NotAllowed` for one by which an agent reads what is not for everyone, unless the community lets
     * agents, with `ExpiryPassed`, and with `TooManyApiKeys` at `maxApiKeys`. Fails with `NotSignedIn` if the
     * credential of the caller has just ended.
     */
    readonly create: (
      key: NewApiKey
    ) => StorageEffect<
      CreatedApiKey,
      LeakFound | ExceedsCredential | NotAllowed | ExpiryPassed | TooManyApiKeys | NotSignedIn,
      CurrentUser
    >

    readonly list: StorageEffect<{ readonly data: ReadonlyArray<ApiKey> }, never, CurrentUser>

    /**
     * Gives a key of the caller another secret; the one until now stays valid for a time, and the one before it ends.
     * Fails with `ApiKeyNotFound`, also for a key of another member, with `ApiKeyExpired`, and with `ExceedsCredential`
     * for a key that may do more than the one of the caller.
     */
    readonly rotate: (
      id: ApiKeyId,
      rotation: KeyRotation
    ) => StorageEffect<RotatedApiKey, ApiKeyNotFound | ApiKeyExpired | ExceedsCredential, CurrentUser>

    /** Revokes a key of the caller. Fails with `ApiKeyNotFound`, also for a key of another member. */
    readonly revoke: (choice: ApiKeyChoice) => StorageEffect<typeof done, ApiKeyNotFound, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(ApiKeys, withSpans("ApiKeys", Effect.gen(make)))
}

const requireWithin = (grant: Grant, credential: UsedCredential) =>
  Effect.transposeMapOption(excessOf(grant, credential), (member) => new ExceedsCredential({ member }))

const newSecret = ({ digest, newApiKey }: Secrets["Type"]) =>
  Effect.map(newApiKey, (secret) => ({
    secret,
    hash: digest(Redacted.value(secret)),
    prefix: Redacted.value(secret).slice(0, keyPrefixCharacters)
  }))

function* make() {
  const repo = yield* CredentialsRepo
  const { audit, changes, write } = yield* writing
  const secrets = yield* Secrets

  const list = Effect.flatMap(CurrentUser, ({ id }) => Effect.map(repo.keysOf(id), (data) => ({ data })))

  // Requests with such a secret are refused from its time on. Streams that it opened before the rotation end by this.
  const rotated = yield* Effect.makeLatch()
  const rotations = Stream.filter(
    yield* changes.rareChanges,
    ({ kind }) => kind === "api_key_rotated" || kind === "restart"
  )
  yield* Effect.forkScoped(Effect.interruptible(Stream.runForEach(rotations, () => rotated.open)))
  const endExpired = Effect.flatMap(Effect.flatMap(DateTime.now, repo.endPreviousSecrets), changes.publish)
  yield* inTurns(
    "ending the secrets of rotated keys",
    Effect.zipRight(rotated.close, endExpired),
    waitUntilDue(repo.nextSecretEnd, rotated.await, { shortest: shortestSleep, longest: longestSleep })
  )

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
    yield* audit.record({ action: "key_revoked", actorId: userId, userId, targetId: id })
    return done
  }, write)

  return { create: yield* create, list, rotate: yield* rotate, revoke }
}

/** The key with its secret, on the site with this URL. */
const created = ({ lastUsedAt: _, prefix: __, ...key }: ApiKey, secret: Secret, url: string): CreatedApiKey => ({
  ...key,
  key: secret,
  usage: usageOf(secret, key, url)
})

const create = Effect.gen(function* () {
  const repo = yield* CredentialsRepo
  const { audit, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const secrets = yield* Secrets
  const { present } = yield* CommunitySettings
  const url = yield* publicUrl

  /** Refuses an agent the scope `members` where the community lets no agent read what is not for everyone. */
  const requireReader = Effect.fnUntraced(function* ({ agent, scopes }: Grant) {
    if (!(agent && scopes.includes("members"))) return
    if (!(yield* present).agentsReadMembers) return yield* new NotAllowed({ action: "letAgentRead" })
  })

  return Effect.fnUntraced(function* ({ name, ...wanted }: NewApiKey) {
    const { credential, id: userId } = yield* CurrentUser
    yield* leaks.check("name", [name], leaks.emailsOf(userId))
    const createdAt = yield* DateTime.now
    if (Option.exists(wanted.expiresAt, DateTime.lessThanOrEqualTo(createdAt))) return yield* new ExpiryPassed()
    const grant = grantWithin(wanted, credential)
    yield* requireWithin(grant, credential)
    yield* requireReader(grant)
    // Two requests at once do not both find room, and no key is made of a credential that `revokeAll` ends at the same
    // time.
    yield* Effect.catchTag(users.lock(userId), "UserNotFound", () => new NotSignedIn())
    const keys = yield* repo.keysOf(userId)
    const valid = credential.kind === "session" ? yield* repo.sessionsOf(userId, createdAt) : keys
    if (!valid.some(({ id }) => id === credential.id)) return yield* new NotSignedIn()
    if (keys.length >= maxApiKeys) return yield* new TooManyApiKeys()
    const { hash, prefix, secret } = yield* newSecret(secrets)
    const budgetId = Option.map(credential.budget, ({ id }) => id)
    const key = yield* repo.addKey({ userId, name, prefix, hash, createdAt, budgetId, ...grant })
    yield* audit.record({ action: "key_created", actorId: userId, userId, targetId: key.id, detail: name })
    return created(key, secret, url)
  }, write)
})

const rotate = Effect.gen(function* () {
  const repo = yield* CredentialsRepo
  const { audit, changes, write } = yield* writing
  const secrets = yield* Secrets
  const url = yield* publicUrl

  return Effect.fnUntraced(function* (id: ApiKeyId, { graceSeconds }: KeyRotation) {
    const { credential, id: userId } = yield* CurrentUser
    const known = Array.findFirst(yield* repo.keysOf(userId), (key) => key.id === id)
    const before = yield* Effect.mapError(known, () => new ApiKeyNotFound())
    const now = yield* DateTime.now
    if (Option.exists(before.expiresAt, DateTime.lessThanOrEqualTo(now))) return yield* new ApiKeyExpired()
    yield* requireWithin(before, credential)
    const graceEnd = DateTime.add(now, { seconds: graceSeconds })
    const previousKeyExpiresAt = DateTime.min(
      Option.getOrElse(before.expiresAt, () => graceEnd),
      graceEnd
    )
    const { hash, prefix, secret } = yield* newSecret(secrets)
    const previousExpiresAt = graceSeconds === 0 ? Option.none() : Option.some(previousKeyExpiresAt)
    const { endedSecrets, key } = yield* repo.rotateKey(userId, id, { prefix, hash, previousExpiresAt })
    yield* changes.append([
      { kind: "api_key_rotated", id, userId },
      ...endedSecrets.map((secretId) => ({ kind: "api_key_secret" as const, id: secretId, userId }))
    ])
    yield* audit.record({ action: "key_rotated", actorId: userId, userId, targetId: id })
    return { ...created(key, secret, url), previousKeyExpiresAt }
  }, write)
})

const abilities = {
  read: "read all but your notifications",
  write: "write all that you can",
  notifications: "list, follow and mark your notifications",
  members: "do so with what is not for everyone, too"
} as const

/** A path that the scopes of a key can read, for the example; none for a key that only writes. */
const readablePath = ({ scopes }: Grant): string | undefined => {
  if (scopes.includes("notifications")) return "/api/notifications"
  return scopes.includes("read") ? "/api/users/me" : undefined
}

const limitsOfAgent =
  "It is an agent's key: it cannot see your sessions, change your password or email, export your data, appeal or leave."

/** The sentences that say what a key may do. */
const limitsOf = ({ agent, dailyWrites, expiresAt, scopes }: Grant): string => {
  const isFull = scopesUnlessNamed.every((scope) => scopes.includes(scope))
  const has = (scope: AccessScope) => scopes.includes(scope)
  const does = [...(has("read") ? ["reads"] : []), ...(has("write") ? ["writes"] : [])].join(" and ")
  const bounds = `${does} only what is for everyone.`
  const isBounded = !has("members") && does !== ""
  const able = scopes.map((scope) => abilities[scope]).join(", and ")
  const mayWrite = has("write") || has("notifications")
  return [
    isFull
      ? `it can do everything that you can${isBounded ? `, but it ${bounds}` : "."}`
      : `it can ${able}, and nothing else.${isBounded ? ` It ${bounds}` : ""}`,
    ...(isFull && has("members") ? ["That includes what is not for everyone."] : []),
    ...Option.toArray(
      Option.map(mayWrite ? dailyWrites : Option.none(), (writes) => `It can write ${writes} times in a day (UTC).`)
    ),
    ...Option.toArray(Option.map(expiresAt, (at) => `It expires at ${DateTime.formatIso(at)}.`)),
    ...(agent ? [limitsOfAgent] : [])
  ].join(" ")
}

/** Instructions to paste, with the key (contract, Accounts). */
const usageOf = (key: Secret, grant: Grant, url: string): Redacted.Redacted => {
  const secret = Redacted.value(key)
  const path = readablePath(grant)
  const example =
    path === undefined
      ? ""
      : `For example:\n\n    ${shellCommand("curl", "-H", `Authorization: ApiKey ${secret}`, url + path)}\n\n`
  return Redacted.make(
    `Send this header with each request:\n\n    Authorization: ApiKey ${secret}\n\n${example}` +
      `MCP clients send the same header to:\n\n    ${url}/api/mcp\n\n` +
      `Only one that can send no header connects to this address, which ends up in logs and histories:\n\n    ${url}/api/mcp?apiKey=${secret}\n\n` +
      `Keep the key secret: it is shown only once. Its scopes are ${grant.scopes.join(", ")}: ${limitsOf(grant)}`
  )
}
