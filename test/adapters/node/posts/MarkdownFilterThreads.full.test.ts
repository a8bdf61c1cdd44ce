import { once } from "node:events"
import type { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Exit, Layer, Scope } from "effect"
import { afterEach, beforeEach } from "vitest"
import { filteredText } from "../../../../src/adapters/node/posts/FilteredText.ts"
import * as MarkdownFilterInline from "../../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as MarkdownFilterThreads from "../../../../src/adapters/node/posts/MarkdownFilterThreads.ts"
import { MarkdownFilter } from "../../../../src/ports/posts/MarkdownFilter.ts"

const table = `| a | b |\n|---|---|\n${"| <b>x</b> | y |\n".repeat(1_000)}`

/** The threads that the test has started. */
let threads: Array<Worker> = []
const record = (thread: Worker) => void threads.push(thread)

beforeEach(() => {
  threads = []
  process.on("worker", record)
})
afterEach(() => {
  process.off("worker", record)
})

/** The filter with limits that no text of these tests exceeds, however slow the machine is. */
const unhurried = MarkdownFilterThreads.layerWithin({ maxCpuMillis: 120_000, maxMillis: 120_000 }, "10 minutes")

/** The filter in a scope that the test closes itself. */
const open = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(unhurried, scope)
  return { markdown: yield* Effect.provide(MarkdownFilter, context), close: Scope.close(scope, Exit.void) }
})

/** Counts the turns of the event loop while an effect runs. */
const turnsDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let turns = 0
    let going = true
    const count = () => {
      turns++
      if (going) setImmediate(count)
    }
    setImmediate(count)
    const result = yield* effect
    going = false
    return { result, turns }
  })

describe("MarkdownFilterThreads", () => {
  it.live("filters a long table in a thread while the event loop keeps turning", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      expect(threads).toHaveLength(0)
      const { result, turns } = yield* turnsDuring(markdown.filter(table))
      expect(threads).toHaveLength(1)
      expect(turns).toBeGreaterThan(0)
      expect(result).toEqual(Either.getOrThrow(filteredText(table, "")))
      yield* close
    })
  )

  it.live("filters a short text at once, without a thread", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      const { result, turns } = yield* turnsDuring(markdown.filter("Hello <b>world</b>"))
      expect([result.content, turns, threads.length]).toEqual(["Hello world", 0, 0])
      yield* close
    })
  )

  it.live("filters a short text of pure markup in a thread", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      yield* markdown.filter("word ".repeat(480))
      expect(threads).toHaveLength(0)
      yield* markdown.filter("- a\n".repeat(300))
      expect(threads).toHaveLength(1)
      yield* close
    })
  )

  it.live("refuses a text nested too deep with the same error, in a thread or not", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      const errors = yield* Effect.all(
        [">".repeat(60), ">".repeat(20_000)].map((source) => Effect.flip(markdown.filter(source)))
      )
      expect(errors.map(({ _tag, message }) => [_tag, message])).toEqual(
        Array(2).fill(["NestedTooDeep", expect.stringContaining("deeper than 50 levels")])
      )
      yield* close
    })
  )

  it.live("starts at most two threads for many texts, and gives each caller its own result", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      const sources = Array.from({ length: 12 }, (_, index) => `${index} ${"word ".repeat(600)}`)
      const filtered = yield* Effect.all(sources.map(markdown.filter), { concurrency: "unbounded" })
      expect(filtered.map(({ content }) => content)).toEqual(sources)
      expect(threads.length).toBeLessThanOrEqual(2)
      yield* close
    })
  )

  it.live("filters a text again whose thread ended", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      yield* markdown.filter(table)
      const waiting = yield* Effect.fork(markdown.filter(table))
      yield* Effect.yieldNow()
      yield* Effect.promise(async () => threads[0]?.terminate())
      const filtered = yield* waiting
      expect(filtered.content).toContain("| x | y |")
      expect(threads.length).toBeGreaterThan(1)
      yield* close
    })
  )

  it.live("filters the next text after the caller that started the thread is interrupted", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      const first = yield* Effect.fork(markdown.filter(table))
      yield* Effect.yieldNow()
      yield* first.interruptAsFork(first.id())
      expect((yield* markdown.filter(table)).content).toContain("| x | y |")
      yield* close
    })
  )

  it.live("ends its threads with its scope", () =>
    Effect.gen(function* () {
      const { close, markdown } = yield* open
      yield* markdown.filter(table)
      const exits = threads.map((thread) => once(thread, "exit"))
      yield* close
      yield* Effect.promise(() => Promise.all(exits))
      expect(exits).toHaveLength(1)
    })
  )

  it.effect("filters a title as the inline filter does", () =>
    Effect.gen(function* () {
      const titles = yield* Effect.all(
        [MarkdownFilterThreads.layer, MarkdownFilterInline.layer].map((layer) =>
          Effect.provide(
            Effect.map(MarkdownFilter, ({ filterTitle }) => filterTitle("a <b>c</b>")),
            layer
          )
        )
      )
      expect(titles).toEqual(["a c", "a c"])
    })
  )
})
