import { ClockCache } from "../../concurrency/ClockCache.ts"

const maxTargets = 50_000

/** Admits a target to the cache on its second request within `millis`, so that a target requested once is never stored. */
export class AdmissionFilter {
  readonly #millis: number
  readonly #requestedAt = new ClockCache<string, number>(maxTargets)

  constructor(millis: number) {
    this.#millis = millis
  }

  /** Notes a request at `now`, in milliseconds; true when the target was requested within `millis` before. */
  admit(target: string, now: number): boolean {
    const before = this.#requestedAt.get(target)
    this.#requestedAt.set(target, now)
    return before !== undefined && now - before < this.#millis
  }
}
