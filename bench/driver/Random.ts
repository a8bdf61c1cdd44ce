/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** A whole number from 1 to `most`. */
  upTo(most: number): number {
    return this.between(1, most)
  }

  pick<A>(from: ReadonlyArray<A>): A {
    const picked = from[this.between(0, from.length - 1)]
    if (picked === undefined) throw new Error("there is nothing to pick from")
    return picked
  }

  shuffled<A>(from: ReadonlyArray<A>): ReadonlyArray<A> {
    return from
      .map((item) => ({ item, key: this.next() }))
      .sort((one, other) => one.key - other.key)
      .map(({ item }) => item)
  }
}
