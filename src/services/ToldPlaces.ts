import type { PlaceRange } from "../domain/Change.ts"

/** How many ranges are kept; of more the first two are taken for one, and what is between them may be told again. */
const maxRanges = 10_000

/**
 * Which places of the change log have been told: kept as the ranges that have not, the last of which has no end. What
 * is committed fills the first ones in time, and what was given up leaves them until the log is known to be settled.
 */
export class ToldPlaces {
  #untold: Array<PlaceRange>

  constructor(settled: number) {
    this.#untold = [{ after: settled, until: Number.MAX_SAFE_INTEGER }]
  }

  /** Notes that a place is told; false when it was before. */
  add(place: number): boolean {
    const index = this.#untold.findLastIndex(({ after }) => after < place) // from the end, where most are added
    const range = this.#untold[index]
    if (range === undefined || place > range.until) return false
    const around = [
      { after: range.after, until: place - 1 },
      { after: place, until: range.until }
    ]
    this.#untold.splice(index, 1, ...around.filter(({ after, until }) => after < until))
    if (this.#untold.length > maxRanges) this.#joinFirst()
    return true
  }

  /** Notes that whatever has a place up to this one has been told, and that nothing is to come there. */
  settle(place: number) {
    this.#untold = this.untold(place)
  }

  /** What has not been told of what comes after a place, in order. */
  untold(after = 0): Array<PlaceRange> {
    const first = this.#untold.findIndex(({ until }) => until > after)
    return this.#untold
      .slice(first)
      .map((range, index) => (index === 0 ? { ...range, after: Math.max(range.after, after) } : range))
  }

  #joinFirst() {
    const [first, second] = this.#untold
    if (first !== undefined && second !== undefined) {
      this.#untold.splice(0, 2, { after: first.after, until: second.until })
    }
  }
}
