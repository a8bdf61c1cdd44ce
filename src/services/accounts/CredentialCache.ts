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

const concerned: ReadonlySet<Change["kind"]> = new Set(["user", "session", "api_key"])

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

  /** Drops the credentials that a change invalidates: an ended one, or all of a member whose name or role changed. */
  readonly changed = (change: Change) => {
    if (!concerned.has(change.kind)) return
    this.#changes += 1
    if (change.userId === null) return
    for (const hash of Array.from(this.#hashes.get(change.userId) ?? [])) {
      const credential = this.#credentials.get(hash)
      if (credential === undefined) continue
      if (change.kind === "user" || endingOf(change, credential.user.credential) !== undefined) {
        this.#credentials.delete(hash)
      }
    }
  }

  #forget(hash: string, id: UserId) {
    const hashes = this.#hashes.get(id)
    hashes?.delete(hash)
    if (hashes?.size === 0) this.#hashes.delete(id)
  }
}
