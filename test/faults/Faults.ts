import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import type { Random } from "../../bench/driver/Random.ts"
import type { Seat, World } from "./World.ts"

/** A fault of a schedule: when it begins, how long it lasts, and whom it strikes, as far as it has these. */
export interface Fault {
  readonly kind: Kind
  readonly atMillis: number
  readonly forMillis: number
  /** The index of an instance. */
  readonly instance: number
  /** A number from 0 to 1 for the rest: a mode, the size of a step. */
  readonly share: number
}

/**
 * Begins a fault, and waits until it has ended and everything that it struck runs again. A fault that loses commits
 * gives the time (`performance.now()`) by which the server that had them had ended.
 */
type Strike = (world: World, fault: Fault) => Promise<unknown>

const seatOf = ({ seats }: World, { instance }: Fault): Seat => {
  const seat = seats[instance % seats.length]
  if (seat === undefined) throw new Error("there is no instance")
  return seat
}

/** Faults of the primary strike one after the other. */
let primary: Promise<unknown> = Promise.resolve()

const alone =
  (strike: Strike): Strike =>
  (world, fault) => {
    const next = primary.then(() => strike(world, fault))
    primary = next.catch(() => undefined)
    return next
  }

const run = Effect.runPromise

const restarts = new WeakMap<Seat, Promise<void>>()

/** Restarts of one instance follow each other: two at once would start it twice. */
const restart = (seat: Seat, signal: "SIGTERM" | "SIGKILL", waitMillis: number) => {
  const next = (restarts.get(seat) ?? Promise.resolve()).then(async () => {
    await seat.instance.stop(signal)
    await sleep(waitMillis)
    await seat.instance.start()
  })
  restarts.set(
    seat,
    next.catch(() => undefined)
  )
  return next
}

/** The largest steps of a wall clock: within the validity of sessions, beyond every window and lease. */
const forwardMillis = 3_600_000
const backwardMillis = -3_600_000

/** The primary is lost, and the replica takes its place. */
const failOver: Strike = async (world, { forMillis }) => {
  await world.postgres.crash()
  const endedAt = performance.now()
  await world.postgres.promote()
  await sleep(forMillis / 4) // until somebody notices
  await world.followPrimary()
  return endedAt
}

const faults = {
  "instance killed": (world, fault) => restart(seatOf(world, fault), "SIGKILL", fault.forMillis / 4),
  "instance paused": async (world, fault) => {
    const { instance } = seatOf(world, fault)
    const paused = instance.process
    instance.signal("SIGSTOP")
    await sleep(fault.forMillis * 1.5)
    if (instance.process === paused) instance.signal("SIGCONT")
  },
  "instances killed by turns": async (world, fault) => {
    for (let turn = 0; turn < 3; turn++) {
      const signal = (fault.share * 8 + turn) % 2 < 1.4 ? "SIGKILL" : "SIGTERM"
      await restart(seatOf(world, { ...fault, instance: fault.instance + turn }), signal, fault.forMillis / 8)
    }
  },
  "rolling restart": async ({ seats }) => {
    for (const seat of seats) {
      await restart(seat, "SIGTERM", 0)
    }
  },
  "clock stepped": async (world, fault) => {
    const { instance } = seatOf(world, fault)
    instance.step(
      Math.round(fault.share < 0.5 ? forwardMillis * fault.share * 2 : backwardMillis * (fault.share - 0.5) * 2)
    )
    await sleep(fault.forMillis)
    instance.step(0)
  },
  "clients cut off": async (world, fault) => {
    const { front } = seatOf(world, fault)
    await run(fault.share < 0.3 ? front.cut : fault.share < 0.6 ? front.freezeExisting : front.freeze)
    await sleep(fault.forMillis)
    await run(front.thaw)
  },
  "instance cut off from PostgreSQL": async (world, fault) => {
    const { database } = seatOf(world, fault)
    await run(fault.share < 0.3 ? database.cut : database.freeze)
    await sleep(fault.forMillis)
    await run(database.thaw)
  },
  "connections to PostgreSQL half open": async (world, fault) => {
    await run(seatOf(world, fault).database.freezeExisting)
  },
  "PostgreSQL restarted": alone(({ postgres }, { share }) => postgres.restart(share < 0.5 ? "fast" : "immediate")),
  "PostgreSQL paused": alone(async ({ postgres }, { forMillis }) => {
    postgres.pause()
    await sleep(forMillis)
    postgres.resume()
  }),
  "PostgreSQL out of connections": alone(async ({ postgres }, { forMillis }) => {
    const give = await postgres.takeConnections()
    await sleep(forMillis)
    await give()
  }),
  "disk of PostgreSQL full": alone(async ({ postgres }, { forMillis }) => {
    if (!postgres.hasSmallDisk) return // mounting one needs root
    postgres.fillDisk()
    await sleep(forMillis)
    postgres.emptyDisk()
  }),
  "PostgreSQL fails over": alone(async (world, fault) => void (await failOver(world, fault))),
  "PostgreSQL fails over and loses writes": alone(async (world, fault) => {
    await world.postgres.cutReplica()
    await sleep(fault.forMillis)
    return failOver(world, fault)
  }),
  "PostgreSQL restored in place": alone(async ({ postgres }, { forMillis }) => {
    await postgres.backUp()
    await sleep(forMillis)
    await postgres.crash()
    const endedAt = performance.now()
    postgres.restore()
    await postgres.recover()
    return endedAt
  }),
  "PostgreSQL crashes with lazy commits": alone(async ({ postgres }, { forMillis }) => {
    await postgres.commitLazily()
    await sleep(forMillis)
    await postgres.crash()
    const endedAt = performance.now()
    await postgres.recover()
    await postgres.commitDurably()
    return endedAt
  }),
  "Redis killed": async ({ redis }, { forMillis }) => {
    await run(redis.kill)
    await sleep(forMillis)
    await run(redis.start)
  },
  "Redis paused": async ({ redis }, { forMillis }) => {
    await run(redis.signal("SIGSTOP"))
    await sleep(forMillis)
    await run(redis.signal("SIGCONT"))
  },
  "instance cut off from Redis": async (world, fault) => {
    const { redis } = seatOf(world, fault)
    await run(fault.share < 0.3 ? redis.cut : fault.share < 0.6 ? redis.freezeExisting : redis.freeze)
    await sleep(fault.forMillis)
    await run(redis.thaw)
  }
} satisfies Readonly<Record<string, Strike>>

export type Kind = keyof typeof faults

export const kinds = Object.keys(faults) as ReadonlyArray<Kind>

/** Strikes, and returns when the fault has ended. */
export const strike: Strike = (world, fault) => faults[fault.kind](world, fault)

/**
 * The kinds after which commits may be lost. Such a fault is the only one at a time: its history decides which results
 * are allowed.
 */
export const losing: ReadonlySet<Kind> = new Set([
  "PostgreSQL fails over and loses writes",
  "PostgreSQL restored in place",
  "PostgreSQL crashes with lazy commits"
])

/** The kinds that take long to come back from, at most one of which is in a schedule, as its first. */
const heavy: ReadonlySet<Kind> = new Set(["PostgreSQL fails over", "rolling restart", "instances killed by turns"])

/** One to three faults within a load of some time, of what there is. */
export const faultsWithin = (random: Random, loadMillis: number, hasRedis: boolean): ReadonlyArray<Fault> => {
  const possible = kinds.filter((kind) => hasRedis || !kind.includes("Redis"))
  const [first, ...others] = random.shuffled(possible).slice(0, random.between(1, 3))
  const beside = first !== undefined && losing.has(first) ? [] : others
  return [first, ...beside.filter((kind) => !heavy.has(kind) && !losing.has(kind))]
    .filter((kind) => kind !== undefined)
    .map((kind) => ({
      kind,
      atMillis: random.between(300, Math.round(loadMillis * 0.6)),
      forMillis: random.between(400, 2_000),
      instance: random.between(0, 5),
      share: random.next()
    }))
    .toSorted((one, other) => one.atMillis - other.atMillis)
}
