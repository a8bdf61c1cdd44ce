import { Random } from "../../bench/driver/Random.ts"
import { type Fault, faultsWithin } from "./Faults.ts"
import type { Shape } from "./World.ts"

/** A load with faults: the same for the same seed. */
export interface Schedule {
  readonly seed: number
  readonly shape: Shape
  readonly loadMillis: number
  readonly faults: ReadonlyArray<Fault>
}

export const scheduleOf = (seed: number): Schedule => {
  const random = new Random(seed)
  const shape: Shape = { hasNginx: random.next() < 0.4, isFresh: random.next() < 0.1, hasRedis: random.next() < 0.7 }
  const loadMillis = 4_000
  return { seed, shape, loadMillis, faults: faultsWithin(random, loadMillis, shape.hasRedis) }
}

/** A schedule in a line. */
export const described = ({ faults, shape }: Schedule): string => {
  const parts = faults.map(
    ({ atMillis, forMillis, instance, kind }) =>
      `${kind}${/instance|clients|half|clock/.test(kind) ? ` (${(instance % 3) + 1})` : ""} at ${atMillis} ms for ${forMillis} ms`
  )
  return [
    ...(shape.isFresh ? ["all migrate a new database"] : []),
    ...(shape.hasNginx ? ["behind nginx"] : []),
    ...(shape.hasRedis ? ["with Redis"] : []),
    ...parts
  ].join("; ")
}
