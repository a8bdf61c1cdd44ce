import { once } from "node:events"
import type { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { afterEach, beforeEach } from "vitest"
import { markdownWorkerPool } from "../../../../src/adapters/node/posts/MarkdownFilterThreads.ts"
import type { MarkdownTask } from "../../../../src/adapters/node/WorkerThread.ts"
import { snapshot } from "../../../../src/metrics/Metrics.ts"
import { at } from "../../../support/Wire.ts"

const costly = `| a | b |\n|---|---|\n${"| <b>x</b> | y |\n".repeat(1_000)}`
const honest = "word **bold** ".repeat(230)

/** The threads that the test has started, and the lengths of the texts that they got. */
let threads: Array<Worker> = []
let given: Array<number> = []
const record = (thread: Worker) => {
  threads.push(thread)
  const post = thread.postMessage.bind(thread)
  thread.postMessage = (task: MarkdownTask) => {
    given.push(task.source.length)
    post(task)
  }
}

beforeEach(() => {
  threads = []
  given = []
  process.on("worker", record)
})
afterEach(() => {
  process.off("worker", record)
})

/** Limits that no text of these tests exceeds, however slow the machine is. */
const unhurried = { maxCpuMillis: 120_000, maxMillis: 120_000 }

/** A pool in a scope that the test closes itself. */
const open = (limits = unhurried) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const pool = yield* Scope.extend(markdownWorkerPool(limits), scope)
    return { pool, close: Scope.close(scope, Exit.void) }
  })

describe("markdownWorkerPool", () => {
  it.live("filters a cheap text before earlier costly ones, and costly ones one at a time", () =>
    Effect.gen(function* () {
      const { close, pool } = yield* open()
      const done: Array<string> = []
      const filter = (name: string, source: string, isCostly: boolean) =>
        Effect.fork(Effect.tap(pool.filter(source, isCostly), () => Effect.sync(() => done.push(name))))
      const waiting = yield* Effect.all([
        filter("costly 1", costly, true),
        filter("costly 2", costly, true),
        filter("costly 3", costly, true),
        filter("costly 4", costly, true),
        filter("honest", honest, false)
      ])
      yield* Effect.forEach(waiting, Fiber.join)
      expect(done.filter((name) => name !== "honest")).toEqual(["costly 1", "costly 2", "costly 3", "costly 4"])
      expect(done.slice(0, 2)).toContain("honest")
      expect(threads.length).toBeLessThanOrEqual(2)
      yield* close
    })
  )

  it.live("reports how many texts wait for a thread to the metrics", () =>
    Effect.gen(function* () {
      const { close, pool } = yield* open()
      const queued = Effect.map(snapshot, (metrics) =>
        metrics
          .filter(({ metricKey }) => metricKey.name === "worker_queue_tasks")
          .filter(({ metricKey }) => metricKey.tags.some(({ value }) => value === "markdown"))
          .map(({ metricState }) => at(metricState, "value"))
      )
      const texts = yield* Effect.replicateEffect(Effect.fork(pool.filter(honest, false)), 5)
      yield* Effect.yieldNow()
      expect(yield* queued).toEqual([3])
      yield* Fiber.joinAll(texts)
      expect(yield* queued).toEqual([0])
      yield* close
    })
  )

  it.live("drops a queued text whose caller is interrupted", () =>
    Effect.gen(function* () {
      const { close, pool } = yield* open()
      const first = yield* Effect.fork(pool.filter(costly, true))
      const abandoned = yield* Effect.fork(pool.filter("abandoned ".repeat(1_000), true))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(abandoned)
      yield* Fiber.join(first)
      yield* pool.filter(honest, false)
      expect(given).toEqual([costly.length, honest.length])
      yield* close
    })
  )

  it.live("ends the thread of a costly text whose caller is interrupted, and filters the next in a new one", () =>
    Effect.gen(function* () {
      const { close, pool } = yield* open()
      yield* pool.filter(honest, false)
      const [thread] = threads
      const ended = thread === undefined ? Promise.reject() : once(thread, "exit")
      const abandoned = yield* Effect.fork(pool.filter(costly, true))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(abandoned)
      yield* Effect.promise(() => ended)
      expect((yield* pool.filter(honest, false)).content).toBe(honest)
      expect(threads).toHaveLength(2)
      yield* close
    })
  )

  it.live("keeps the thread of a cheap text whose caller is interrupted", () =>
    Effect.gen(function* () {
      const { close, pool } = yield* open()
      yield* pool.filter(honest, false)
      let ended = 0
      threads[0]?.on("exit", () => ended++)
      const abandoned = yield* Effect.fork(pool.filter(honest, false))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(abandoned)
      expect((yield* pool.filter(`${honest}!`, false)).content).toBe(`${honest}!`)
      expect([given.length, ended]).toEqual([3, 0])
      yield* close
    })
  )

  it.live("ends a thread soon after it has used its processor time, and refuses its text", () =>
    Effect.gen(function* () {
      const { close, pool } = yield* open({ maxCpuMillis: 900, maxMillis: 6_000 })
      yield* pool.filter(honest, false)
      const before = process.cpuUsage()
      const text = "**a** _b_ [c](d) ~~e~~ `f` <b>g</b> &amp; ".repeat(5_000)
      const error = yield* Effect.flip(pool.filter(text, true))
      const { system, user } = process.cpuUsage(before)
      expect([error._tag, error.message]).toEqual(["TooCostly", expect.stringContaining("takes too long to read")])
      expect((system + user) / 1_000).toBeLessThan(5_000) // it takes ten seconds to its end
      expect((yield* pool.filter(honest, false)).content).toBe(honest)
      yield* close
    })
  )

  it.live("ends a thread that exceeds its limit, refuses its text, and filters the next", () =>
    Effect.gen(function* () {
      const { close, pool } = yield* open({ maxCpuMillis: -1, maxMillis: -1 })
      const error = yield* Effect.flip(pool.filter(costly, true))
      expect([error._tag, error.message]).toEqual(["TooCostly", expect.stringContaining("takes too long to read")])
      const { close: closeNext, pool: next } = yield* open()
      expect((yield* next.filter(honest, false)).content).toBe(honest)
      yield* close
      yield* closeNext
    })
  )
})
