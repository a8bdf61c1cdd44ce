import { Hash } from "effect"

/** A power of two. */
const slots = 65_536

/**
 * Admits a target to the cache on its second request within `millis`, so that a target requested once is never stored. It
 * remembers hashes in arrays of a fixed size, since an object for each target would cost more than it saves: a target
 * whose slot another one takes is admitted later, and one with the hash of another at once.
 */
export class AdmissionFilter {
  readonly #millis: number
  readonly #hashes = new Int32Array(slots)
  readonly #requestedAt = new Float64Array(slots).fill(Number.NEGATIVE_INFINITY)

  constructor(millis: number) {
    this.#millis = millis
  }

  /** Notes a request at `now`, in milliseconds; true when the target was requested within `millis` before. */
  admit(target: string, now: number): boolean {
    const hash = Hash.string(target) | 0
    const slot = hash & (slots - 1)
    const before = this.#hashes[slot] === hash ? this.#requestedAt[slot] : undefined
    this.#hashes[slot] = hash
    this.#requestedAt[slot] = now
    return before !== undefined && now - before < this.#millis
  }
}
