/** Remembers what was asked for within the last `millis`, and up to twice as long: what is asked for once is not worth keeping. */
export class Recent {
  readonly #millis: number
  #turnsAt = 0
  #current = new Set<string>()
  #previous = new Set<string>()

  constructor(millis: number) {
    this.#millis = millis
  }

  /** Whether it was asked for lately; from now on it was. */
  wasAsked(target: string, now: number): boolean {
    if (now >= this.#turnsAt) {
      this.#previous = now < this.#turnsAt + this.#millis ? this.#current : new Set()
      this.#current = new Set()
      this.#turnsAt = (Math.floor(now / this.#millis) + 1) * this.#millis
    }
    const was = this.#current.has(target) || this.#previous.has(target)
    this.#current.add(target)
    return was
  }
}
