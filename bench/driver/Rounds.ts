import type { CpuMeter } from "./Cpu.ts"
import { type Lane, load, percentile } from "./Load.ts"

/** A server with its database, and its load. */
export interface Contestant {
  readonly name: string
  readonly meter: CpuMeter
  readonly lanes: ReadonlyArray<Lane>
}

/** The result of all rounds of a contestant. */
export interface Measured {
  readonly name: string
  readonly requests: number
  readonly perSecond: number
  /** In milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Of each request, in microseconds. */
  readonly server: number
  readonly database: number
  readonly cpu: number
  readonly failures: number
}

export interface Pace {
  readonly rounds: number
  readonly millis: number
  /** So many members send the requests. */
  readonly members: number
}

/** A server is asked for this long before it is measured: code that has not run yet is slow. */
const warmUpMillis = 4_000

/** A measurement that takes longer gets fewer rounds, though a few at least. */
const maxMillis = 20_000
const fewestRounds = 3

/**
 * Lets all contestants run by turns, many times and shortly, so that other work of the machine slows all alike. Their
 * order alternates. The throughput is the median of the rounds; latencies and processor time are those of all rounds.
 */
export const rounds = async (
  contestants: ReadonlyArray<Contestant>,
  { millis, rounds: count }: Pace
): Promise<ReadonlyArray<Measured>> => {
  const kept = contestants.map(() => ({ rates: [] as number[], latencies: [] as number[], server: 0, database: 0 }))
  const failures = contestants.map(() => 0)
  for (const { lanes } of contestants) await load(lanes, warmUpMillis)
  const began = performance.now()
  for (let round = 0; round < count; round++) {
    if (round >= fewestRounds && performance.now() - began > maxMillis) break
    const order = contestants.map((_, index) => (round % 2 === 0 ? index : contestants.length - 1 - index))
    for (const index of order) {
      const [contestant, sum] = [contestants[index], kept[index]]
      if (contestant === undefined || sum === undefined) continue
      const { cpu, done } = await contestant.meter.during(() => load(contestant.lanes, millis))
      for (const latency of done.latencies) sum.latencies.push(latency)
      sum.rates.push((done.latencies.length * 1_000) / done.millis)
      sum.server += cpu.server
      sum.database += cpu.database
      failures[index] = (failures[index] ?? 0) + done.failures
    }
  }
  return kept.map(({ database, latencies, rates, server }, index) => ({
    name: contestants[index]?.name ?? "",
    requests: latencies.length,
    perSecond: percentile(rates, 0.5),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    server: server / latencies.length,
    database: database / latencies.length,
    cpu: (server + database) / latencies.length,
    failures: failures[index] ?? 0
  }))
}
