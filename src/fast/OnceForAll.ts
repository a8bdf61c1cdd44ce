/**
 * Does something once for all who wait for it: those who come while it is under way wait for the next time, since it may
 * have looked already at what they want to know.
 */
export class OnceForAll<A> {
  readonly #doIt: (done: (result: A) => void) => void
  #waiting: Array<(result: A) => void> = []
  #isUnderWay = false

  constructor(doIt: (done: (result: A) => void) => void) {
    this.#doIt = doIt
  }

  run(then: (result: A) => void) {
    this.#waiting.push(then)
    if (!this.#isUnderWay) this.#begin()
  }

  #begin() {
    const waiting = this.#waiting
    this.#waiting = []
    this.#isUnderWay = true
    this.#doIt((result) => {
      this.#isUnderWay = false
      if (this.#waiting.length > 0) this.#begin()
      for (const then of waiting) then(result)
    })
  }
}
