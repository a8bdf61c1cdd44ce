/** Numbers that look random and are the same in each run (xorshift). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0 || 1
    for (let turn = 0; turn < 8; turn++) this.next()
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) / 2 ** 32
  }

  /** A whole number from 1 to `most`. */
  upTo(most: number): number {
    return 1 + Math.floor(this.next() * most)
  }

  pick<A>(from: ReadonlyArray<A>): A {
    const picked = from[Math.floor(this.next() * from.length)]
    if (picked === undefined) throw new Error("there is nothing to pick from")
    return picked
  }
}
