interface Kept<V> {
  readonly value: V
  readonly weight: number
  isUsed: boolean
}

/**
 * Keeps values by key up to a weight in all (bytes, or so many): what was not used for long goes first. What was used
 * is only marked, and stays for another round when its turn to go comes, so that `get` costs one look-up.
 */
export class LeastRecent<K, V> {
  readonly #kept = new Map<K, Kept<V>>()
  readonly #maxWeight: number
  readonly #onDrop: (key: K, value: V) => void
  #weight = 0

  /** `onDrop` is told of each value that is kept no more: outweighed, replaced or deleted. */
  constructor(maxWeight: number, onDrop: (key: K, value: V) => void = () => undefined) {
    this.#maxWeight = maxWeight
    this.#onDrop = onDrop
  }

  /** What is kept weighs so much in all. */
  get weight(): number {
    return this.#weight
  }

  get(key: K): V | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    kept.isUsed = true
    return kept.value
  }

  /** Keeps a value instead of any that was kept by this key; one that weighs more than all may is not kept. */
  set(key: K, value: V, weight: number) {
    this.delete(key)
    if (weight > this.#maxWeight) return
    this.#kept.set(key, { value, weight, isUsed: false })
    this.#weight += weight
    while (this.#weight > this.#maxWeight) this.#dropOldest(key)
  }

  /** Answers whether there was one. */
  delete(key: K): boolean {
    const kept = this.#kept.get(key)
    if (kept === undefined) return false
    this.#kept.delete(key)
    this.#weight -= kept.weight
    this.#onDrop(key, kept.value)
    return true
  }

  /** Never the one that was just set, though all others may have been used. */
  #dropOldest(newest: K) {
    for (const [key, kept] of this.#kept) {
      if (key === newest) continue
      if (!kept.isUsed) {
        this.delete(key)
        return
      }
      kept.isUsed = false
      this.#kept.delete(key) // so that it stands last again
      this.#kept.set(key, kept)
    }
  }
}
