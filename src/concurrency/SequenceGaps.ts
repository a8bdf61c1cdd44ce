import type { SequenceRange } from "../domain/Change.ts"

/**
 * The maximum number of ranges of changes that are noted as not delivered. Beyond, the first two become one, and the
 * changes between them may be delivered again.
 */
const maxRanges = 10_000

/**
 * The sequence numbers of the outbox that have not been delivered, as ranges; the last one has no end. A late commit
 * fills a gap when it is delivered. The number of an aborted transaction stays a gap until `settle` passes it.
 */
export class SequenceGaps {
  #ranges: Array<SequenceRange> = []

  /** All up to `lowWatermark` count as delivered. */
  constructor(lowWatermark: number) {
    this.restart(lowWatermark)
  }

  /** Notes a sequence number as delivered; false when it was before. */
  add(sequence: number): boolean {
    const index = this.#ranges.findLastIndex(({ after }) => after < sequence) // from the end, where most are added
    const range = this.#ranges[index]
    if (range === undefined || sequence > range.until) return false
    const around = [
      { after: range.after, until: sequence - 1 },
      { after: sequence, until: range.until }
    ]
    this.#ranges.splice(index, 1, ...around.filter(({ after, until }) => after < until))
    if (this.#ranges.length > maxRanges) this.#joinFirst()
    return true
  }

  /** The last number that was delivered, where no gap is before it. */
  get end(): number | undefined {
    return this.#ranges.length === 1 ? this.#ranges[0]?.after : undefined
  }

  /** Begins again: all up to `lowWatermark` count as delivered, and nothing else. */
  restart(lowWatermark: number) {
    this.#ranges = [{ after: lowWatermark, until: Number.MAX_SAFE_INTEGER }]
  }

  /** Notes that all up to this number are delivered or aborted. */
  settle(sequence: number) {
    this.#ranges = this.missing(sequence)
  }

  /** The ranges after a number that have not been delivered, in order. */
  missing(after = 0): Array<SequenceRange> {
    const first = this.#ranges.findIndex(({ until }) => until > after)
    return this.#ranges
      .slice(first)
      .map((range, index) => (index === 0 ? { ...range, after: Math.max(range.after, after) } : range))
  }

  #joinFirst() {
    const [first, second] = this.#ranges
    if (first !== undefined && second !== undefined) {
      this.#ranges.splice(0, 2, { after: first.after, until: second.until })
    }
  }
}
