import { type Change, endingOf } from "../domain/Change.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import type { UserId } from "../domain/Ids.ts"
import { LeastRecent } from "./LeastRecent.ts"

/** How many credentials are known at once. */
const maxKnown = 10_000

/** Whom a credential belongs to, in milliseconds until when, and when its next use is to be noted. */
export interface KnownCredential {
  readonly user: SignedInUser
  readonly expiresAtMillis: number
  noteAtMillis: number
}

const concerned: ReadonlySet<Change["kind"]> = new Set(["user", "session", "api_key"])

/** Credentials that were looked up, by their hashes, for as long as no change is told that may make it otherwise. */
export class KnownCredentials {
  readonly #known = new LeastRecent<string, KnownCredential>(maxKnown, (hash, { user }) => this.#forget(hash, user.id))
  readonly #hashes = new Map<UserId, Set<string>>()
  #changes = 0

  /** So many changes were told that concern credentials. */
  get changes(): number {
    return this.#changes
  }

  /** What is known of a hash; nothing once it has expired. */
  get(hash: string, nowMillis: number): KnownCredential | undefined {
    const known = this.#known.get(hash)
    if (known === undefined || known.expiresAtMillis > nowMillis) return known
    this.#known.delete(hash)
    return undefined
  }

  /** Keeps what was looked up after so many changes: a later one may have made it untrue already. */
  add(hash: string, known: KnownCredential, after: number) {
    if (after !== this.#changes) return
    this.#known.set(hash, known, 1)
    const { id } = known.user
    this.#hashes.set(id, (this.#hashes.get(id) ?? new Set()).add(hash))
  }

  /** Takes note of a change: a member's all credentials show its name and role, and one may have ended. */
  readonly changed = (change: Change) => {
    if (!concerned.has(change.kind)) return
    this.#changes += 1
    if (change.userId === null) return
    for (const hash of Array.from(this.#hashes.get(change.userId) ?? [])) {
      const known = this.#known.get(hash)
      if (known === undefined) continue
      if (change.kind === "user" || endingOf(change, known.user.credential) !== undefined) this.#known.delete(hash)
    }
  }

  #forget(hash: string, id: UserId) {
    const hashes = this.#hashes.get(id)
    hashes?.delete(hash)
    if (hashes?.size === 0) this.#hashes.delete(id)
  }
}
