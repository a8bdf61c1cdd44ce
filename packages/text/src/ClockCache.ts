interface Entry<V> {
  readonly value: V
  readonly weight: number
  isUsed: boolean
}

/**
 * A cache bounded by weight (bytes, or entries), with CLOCK eviction (second chance): the oldest entry goes, unless it
 * was read since its last turn; then it stays for another round. A read only sets a mark, so it costs one look-up.
 */
export class ClockCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>()
  readonly #maxWeight: number
  readonly #onDrop: (key: K, value: V) => void
  #weight = 0

  /** `onDrop` is called with each value that leaves the cache: evicted, replaced or deleted. */
  constructor(maxWeight: number, onDrop: (key: K, value: V) => void = () => undefined) {
    this.#maxWeight = maxWeight
    this.#onDrop = onDrop
  }

  get weight(): number {
    return this.#weight
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.isUsed = true
    return entry.value
  }

  /** Stores a value in place of the one before it. A value heavier than the whole cache is not stored. */
  set(key: K, value: V, weight = 1) {
    this.delete(key)
    if (weight > this.#maxWeight) return
    this.#entries.set(key, { value, weight, isUsed: false })
    this.#weight += weight
    while (this.#weight > this.#maxWeight) this.#evict(key)
  }

  /** Removes an entry; false when there was none. */
  delete(key: K): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    this.#weight -= entry.weight
    this.#onDrop(key, entry.value)
    return true
  }

  clear() {
    for (const key of this.#entries.keys()) this.delete(key)
  }

  /** Evicts the next entry without a mark; never the newest, though all others may be marked. */
  #evict(newest: K) {
    for (const [key, entry] of this.#entries) {
      if (key === newest) continue
      if (!entry.isUsed) {
        this.delete(key)
        return
      }
      entry.isUsed = false
      this.#entries.delete(key) // so that it is last again
      this.#entries.set(key, entry)
    }
  }
}

/** A pure function of a string that remembers the results of the last `maxEntries` arguments or so. */
export const memoize = <A extends NonNullable<unknown>>(
  compute: (key: string) => A,
  maxEntries: number
): ((key: string) => A) => {
  const cache = new ClockCache<string, A>(maxEntries)
  return (key) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const result = compute(key)
    cache.set(key, result)
    return result
  }
}
