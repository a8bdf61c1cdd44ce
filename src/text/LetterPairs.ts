const pairAt = (text: string, at: number) => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)

/** The pairs of neighbouring letters of a text, to compare other texts with it. */
export class LetterPairs {
  readonly #pairs = new Map<number, number>()
  readonly #left = new Map<number, number>()
  readonly #count: number

  constructor(text: string) {
    this.#count = text.length - 1
    for (let at = 0; at < this.#count; at++) {
      const pair = pairAt(text, at)
      this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1)
    }
  }

  /** The similarity of another text from 0 to 1: the share of pairs that both have (Dice). */
  similarity(text: string): number {
    const count = text.length - 1
    if (this.#count < 1 || count < 1) return 0
    this.#left.clear()
    let shared = 0
    for (let at = 0; at < count; at++) {
      const pair = pairAt(text, at)
      const left = this.#left.get(pair) ?? this.#pairs.get(pair) ?? 0
      if (left > 0) {
        shared++
        this.#left.set(pair, left - 1)
      }
    }
    return (2 * shared) / (this.#count + count)
  }
}
