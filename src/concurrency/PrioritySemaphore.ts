import { Effect } from "effect"

interface Waiter {
  readonly cost: number
  readonly grant: () => void
}

/** A semaphore that gives each free permit to the waiter of the lowest cost, and among equals to the first. */
export class PrioritySemaphore {
  #free: number
  readonly #waiters = new Set<Waiter>()

  constructor(permits: number) {
    this.#free = permits
  }

  /** The number of effects that wait for a permit. */
  get waiting(): number {
    return this.#waiters.size
  }

  /** Runs an effect with a permit. An interrupted caller leaves the queue. */
  withPermit(cost: number): <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> {
    const take = Effect.async<void>((resume) => {
      const waiter = { cost, grant: () => resume(Effect.void) }
      this.#waiters.add(waiter)
      this.#grant()
      return Effect.sync(() => {
        if (!this.#waiters.delete(waiter)) this.#release() // it was granted, but interrupted first
      })
    })
    const release = Effect.sync(() => this.#release())
    return (effect) =>
      Effect.uninterruptibleMask((restore) => Effect.zipRight(restore(take), Effect.ensuring(restore(effect), release)))
  }

  #release(): void {
    this.#free += 1
    this.#grant()
  }

  #grant(): void {
    while (this.#free > 0 && this.#waiters.size > 0) {
      const next = Array.from(this.#waiters).reduce((best, waiter) => (waiter.cost < best.cost ? waiter : best))
      this.#waiters.delete(next)
      this.#free -= 1
      next.grant()
    }
  }
}
