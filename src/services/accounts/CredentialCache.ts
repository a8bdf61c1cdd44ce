import { ClockCache } from "../../concurrency/ClockCache.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { type Change, endingOf } from "../../domain/Change.ts"
import type { UserId } from "../../domain/Ids.ts"

const maxCredentials = 10_000

/** A credential that was looked up. */
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

/** True for a change after which a credential has ended, or is another one: of the name or role, or of a key's secrets. */
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

  /** Stores a credential whose look-up began after so many `changes`; a later change may have invalidated it already. */
  add(hash: string, credential: CachedCredential, after: number) {
    if (after !== this.#changes) return
    this.#credentials.set(hash, credential)
    const { id } = credential.user
    this.#hashes.set(id, (this.#hashes.get(id) ?? new Set()).add(hash))
  }

  /** Drops the credentials that a change invalidates. */
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
