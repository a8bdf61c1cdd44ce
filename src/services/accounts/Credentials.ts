import { ClockCache } from "@rare-disease-community/text/ClockCache"
import { Context, DateTime, Deferred, Effect, FiberSet, Layer, Option, Schedule } from "effect"
import { staffSecondFactor } from "../../Config.ts"
import { sleepUntil } from "../../concurrency/BackgroundTasks.ts"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { CurrentUser, NotSignedIn, nextTokenOf, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { previousTokenSeconds } from "../../domain/accounts/Session.ts"
import { factorDueOf } from "../../domain/accounts/StaffFactor.ts"
import { type Change, endingOf } from "../../domain/Change.ts"
import { usualAudiences } from "../../domain/CommunitySettings.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { credentialCacheLookups, update } from "../../metrics/Metrics.ts"
import { CredentialsRepo, type Identified } from "../../ports/accounts/CredentialsRepo.ts"
import { CommunitySettingsRepo } from "../../ports/CommunitySettingsRepo.ts"
import { type SecretHash, Secrets } from "../../ports/Secrets.ts"
import { Changes } from "../Changes.ts"
import { makePresent } from "../CommunitySettings.ts"
import { ConnectionQuota } from "../ConnectionQuota.ts"
import { keptTokens, replacedAt } from "./KeptTokens.ts"

const useNotedEveryMillis = {
  /** The use of an API key is written at most once in this time. */
  apiKey: 60_000,
  /** The use of a session is written at most once in this time. */
  session: 3_600_000
}

/** Lifetime of a cached credential: one that was deleted by hand in the database, without a change, ends then. */
const cachedMillis = 90_000

export type Ending = "logout" | "revoked" | "expired"

/** Identifies the callers of every transport, so that a revoked credential is refused everywhere at once. */
export class Credentials extends Context.Tag("services/accounts/Credentials")<
  Credentials,
  {
    /**
     * The user of a token or key, with the present role. Fails with `NotSignedIn` for an unknown or ended one. It does
     * not suspend for a cached credential: one is cached until it ends, or its member changes, on any instance. Nothing
     * is cached while changes of other instances may arrive late.
     */
    readonly userOf: (secret: Secret) => StorageEffect<SignedInUser, NotSignedIn>

    /** `userOf` of a member who is not suspended; `NotSignedIn` for others. */
    readonly activeUserOf: (secret: Secret) => StorageEffect<SignedInUser, NotSignedIn>

    /** Returns when the caller's credential is logged out, revoked or expired. Streams that it opened end then. */
    readonly ended: Effect.Effect<Ending, never, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(Credentials, Effect.gen(make))
}

function* make() {
  const changes = yield* Changes
  const repo = yield* CredentialsRepo
  const secrets = yield* Secrets
  const clock = yield* Effect.clock
  const credentials = new CredentialCache()
  const memberOfKept = yield* keptTokens
  const isFactorNeeded = yield* staffSecondFactor
  yield* changes.subscribeAll(credentials.changed)
  const agentsReadMembers = yield* letsAgentsRead(yield* CommunitySettingsRepo)

  const lookUp = (
    secret: Secret,
    { hash, kind }: SecretHash,
    now: number
  ): StorageEffect<CachedCredential, NotSignedIn> =>
    Effect.gen(function* () {
      const after = credentials.changes
      const at = DateTime.unsafeMake(now)
      const identified = yield* repo.identify(kind, hash, at)
      if (Option.isNone(identified)) return yield* new NotSignedIn()
      const { kept, unguardedSince, user: found } = identified.value
      const factorDue = isFactorNeeded ? factorDueOf(found.role, unguardedSince, at) : undefined
      const user = factorDue === undefined ? found : { ...found, factorDue }
      const session = user.credential
      const member =
        Option.isNone(kept) || session.kind !== "session"
          ? Option.some(user)
          : yield* memberOfKept({ secret, hash, user, session, kept: kept.value }, at)
      if (Option.isNone(member)) return yield* lookUp(secret, { hash, kind }, now)
      const credential = credentialOf({ ...identified.value, user: member.value }, now)
      // A suspension may end by itself, and a token that was replaced ends once the next one is used.
      const isReplaced =
        nextTokenOf(member.value.credential) !== undefined || Option.exists(kept, ({ isPrevious }) => isPrevious)
      if (!user.suspended && !isReplaced) credentials.add(hash, credential, after)
      return credential
    })

  const noteUse = (credential: CachedCredential, hash: string, now: number) => {
    const { id, kind } = credential.user.credential
    credential.noteAtMillis = now + useNotedEveryMillis[kind] // before the write, so that one of many callers does it
    const at = DateTime.unsafeMake(now)
    if (kind === "apiKey") return repo.keyUsed(id, at)
    return repo.sessionUsed({ id, hash, at, previousUntil: DateTime.add(at, { seconds: previousTokenSeconds }) })
  }

  const userOf = Effect.fnUntraced(function* (secret: Secret) {
    const hashed = secrets.hashOf(secret)
    if (hashed === undefined) return yield* new NotSignedIn()
    const now = clock.unsafeCurrentTimeMillis()
    const cached = changes.isInSync() ? credentials.get(hashed.hash, now) : undefined
    update(cached === undefined ? credentialCacheLookups.miss : credentialCacheLookups.hit)
    const credential = cached ?? (yield* lookUp(secret, hashed, now))
    if (now >= credential.noteAtMillis) yield* noteUse(credential, hashed.hash, now)
    const { user } = credential
    return isReaderKey(user) && !(yield* agentsReadMembers) ? withoutMembers(user) : user
  })

  const activeUserOf = (secret: Secret) =>
    Effect.filterOrFail(
      userOf(secret),
      ({ suspended }) => !suspended,
      () => new NotSignedIn()
    )

  const ended = Effect.scoped(Effect.provideService(endingOfCaller, Changes, changes))

  return Credentials.of({ userOf, activeUserOf, ended })
}

/** True where the community lets agents read posts that are not for everyone. */
const letsAgentsRead = ({ stored }: CommunitySettingsRepo["Type"]) =>
  makePresent(Effect.map(stored, ({ agentsReadMembers = usualAudiences.agentsReadMembers }) => agentsReadMembers))

/** True for an agent's key that may read what is not for everyone while the community allows that. */
const isReaderKey = ({ credential }: SignedInUser): boolean => credential.agent && credential.scopes.includes("members")

const withoutMembers = (user: SignedInUser): SignedInUser => ({
  ...user,
  credential: { ...user.credential, scopes: user.credential.scopes.filter((scope) => scope !== "members") }
})

/** Epoch milliseconds; infinity if there is no time. */
const millisOf = Option.match({ onNone: () => Number.POSITIVE_INFINITY, onSome: DateTime.toEpochMillis })

const credentialOf = ({ kept, lastUsedAt, user }: Identified, now: number): CachedCredential => {
  const { expiresAt, kind } = user.credential
  const factorDueAt = Option.fromNullable(user.factorDue?.isOver === false ? user.factorDue.at : undefined)
  const isFirstUse = Option.exists(kept, ({ isPrevious, salt }) => !isPrevious && Option.isSome(salt))
  return {
    user,
    expiresAtMillis: Math.min(
      now + cachedMillis,
      millisOf(expiresAt),
      millisOf(Option.map(kept, replacedAt)),
      millisOf(factorDueAt)
    ),
    noteAtMillis:
      isFirstUse || Option.isNone(lastUsedAt) ? 0 : DateTime.toEpochMillis(lastUsedAt.value) + useNotedEveryMillis[kind]
  }
}

const endingOfCaller = Effect.gen(function* () {
  const { credential, id } = yield* CurrentUser
  const changes = yield* Changes
  const ended = yield* Deferred.make<Ending>()
  yield* changes.subscribe(`user ${id}`, (change) => {
    const ending = endingOf(change, credential)
    if (ending !== undefined) Deferred.unsafeDone(ended, Effect.succeed(ending))
  })
  const expired = Option.match(credential.expiresAt, {
    onNone: () => Effect.never,
    onSome: (at) => Effect.as(sleepUntil(DateTime.toEpochMillis(at)), "expired" as const)
  })
  return yield* Effect.raceFirst(Deferred.await(ended), expired)
})

/** The maximum number of credentials in the cache; each takes some hundred bytes. */
const maxCredentials = 10_000

export interface CachedCredential {
  readonly user: SignedInUser
  readonly expiresAtMillis: number
  /** From then on its next use is written to the database. */
  noteAtMillis: number
}

const concerned: ReadonlySet<Change["kind"]> = new Set([
  "user",
  "session",
  "api_key",
  "api_key_rotated",
  "api_key_secret",
  "restart"
])

/**
 * True for a change after which a credential has ended, or is another one: of the name or role, or of a key's secrets.
 */
const invalidates = (change: Change, { credential }: SignedInUser) =>
  change.kind === "user" ||
  (change.kind === "api_key_rotated" && credential.kind === "apiKey" && credential.id === change.id) ||
  endingOf(change, credential) !== undefined

/** Credentials by their hashes, each until a change invalidates it or it expires. */
export class CredentialCache {
  readonly #credentials = new ClockCache<string, CachedCredential>(maxCredentials, (hash, { user }) =>
    this.#forget(hash, user.id)
  )
  readonly #hashes = new Map<UserId, Set<string>>()
  #changes = 0

  /** The changes so far that concern credentials. */
  get changes(): number {
    return this.#changes
  }

  get(hash: string, nowMillis: number): CachedCredential | undefined {
    const credential = this.#credentials.get(hash)
    if (credential === undefined || credential.expiresAtMillis > nowMillis) return credential
    this.#credentials.delete(hash)
    return undefined
  }

  /**
   * Stores a credential whose look-up began when `#changes` was `after`; a later change may have invalidated it
   * already.
   */
  add(hash: string, credential: CachedCredential, after: number) {
    if (after !== this.#changes) return
    this.#credentials.set(hash, credential)
    const { id } = credential.user
    this.#hashes.set(id, (this.#hashes.get(id) ?? new Set()).add(hash))
  }

  readonly changed = (change: Change) => {
    if (!concerned.has(change.kind)) return
    this.#changes += 1
    if (change.kind === "restart") this.#credentials.clear()
    if (change.userId === null) return
    for (const hash of Array.from(this.#hashes.get(change.userId) ?? [])) {
      const credential = this.#credentials.get(hash)
      if (credential !== undefined && invalidates(change, credential.user)) this.#credentials.delete(hash)
    }
  }

  #forget(hash: string, id: UserId) {
    const hashes = this.#hashes.get(id)
    hashes?.delete(hash)
    if (hashes?.size === 0) this.#hashes.delete(id)
  }
}

/** The wait before the credentials of open connections are checked again where the database did not answer. */
const checkAgainEvery = Schedule.spaced("1 second")

/**
 * Checks the credentials of all open connections after a restart of this instance's place in the outbox, since the
 * changes that ended them may be lost. Those that are not valid end as if their change had arrived.
 */
export const openConnectionsChecked = Layer.scopedDiscard(
  Effect.gen(function* () {
    const changes = yield* Changes
    const credentials = yield* CredentialsRepo
    const quota = yield* ConnectionQuota
    const run = yield* FiberSet.makeRuntime<never>()
    const check = yield* coalescedRun(
      Effect.flatMap(DateTime.now, (now) => credentials.endingsOf(quota.holders(), now)).pipe(
        Effect.retry(checkAgainEvery),
        Effect.flatMap(changes.deliverHere)
      )
    )
    yield* changes.subscribeAll(({ kind }) => {
      if (kind === "restart") run(check)
    })
  })
)
