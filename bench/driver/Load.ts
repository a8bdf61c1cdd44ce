/** Something that is done again and again, one at a time; says whether it went well. */
export interface Lane {
  readonly once: () => Promise<boolean>
  readonly close: () => void
}

/** The work of some time. */
export interface Load {
  /** The duration of each, in milliseconds. */
  readonly latencies: ReadonlyArray<number>
  readonly millis: number
  readonly failures: number
}

/** Keeps every lane busy for this long, and then waits for the calls under way. */
export const load = async (lanes: ReadonlyArray<Lane>, millis: number): Promise<Load> => {
  const latencies: Array<number> = []
  let failures = 0
  const began = performance.now()
  const until = began + millis
  const keepBusy = async ({ once }: Lane) => {
    for (let sent = performance.now(); sent < until; ) {
      if (!(await once())) failures++
      const now = performance.now()
      latencies.push(now - sent)
      sent = now
    }
  }
  await Promise.all(lanes.map(keepBusy))
  return { latencies, millis: performance.now() - began, failures }
}

export const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Runs `run` for each item, `lanes` of them at a time. */
export const inLanes = async <A>(lanes: number, items: ReadonlyArray<A>, run: (item: A) => Promise<unknown>) => {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await run(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Of numbers in any order the one below which this share of them lies. */
export const percentile = (numbers: ReadonlyArray<number>, share: number): number => {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
