import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option, Tracer } from "effect"
import { withSpans } from "../../src/services/Spans.ts"

/** A tracer that records each span: its name, the name of its parent, and how it ended. */
const recorder = () => {
  const spans: Array<{ readonly name: string; readonly parent: string | undefined; exit: string | undefined }> = []
  const tracer = Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const record: (typeof spans)[number] = {
        name,
        parent: Option.getOrUndefined(Option.map(parent, (span) => (span._tag === "Span" ? span.name : "external"))),
        exit: undefined
      }
      spans.push(record)
      return {
        _tag: "Span",
        name,
        parent,
        context,
        links,
        kind,
        status: { _tag: "Started", startTime },
        spanId: String(spans.length),
        traceId: "trace",
        sampled: true,
        attributes: new Map(),
        attribute: () => undefined,
        event: () => undefined,
        addLinks: () => undefined,
        end: (_, exit) => {
          record.exit = exit._tag
        }
      }
    }
  })
  return { spans, tracer }
}

const service = {
  create: (title: string, tag: string) => (title === "" ? Effect.fail("no title") : Effect.succeed(`${title} ${tag}`)),
  count: Effect.succeed(3),
  known: (id: number) => (id === 1 ? "cached" : undefined),
  found: (id: number) => (id === 1 ? Option.some("cached") : Option.none()),
  limit: 20
}

const made = Effect.succeed(service)

describe("withSpans", () => {
  it.effect("runs each operation in a span named for service and operation, with its result and its failure", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      const posts = yield* withSpans("Posts", made)
      yield* Effect.gen(function* () {
        strictEqual(yield* posts.create("A", "b"), "A b")
        strictEqual(yield* Effect.flip(posts.create("", "b")), "no title")
        strictEqual(yield* posts.count, 3)
      }).pipe(Effect.withSpan("request"), Effect.withTracer(tracer))
      deepStrictEqual(spans, [
        { name: "request", parent: undefined, exit: "Success" },
        { name: "Posts.create", parent: "request", exit: "Success" },
        { name: "Posts.create", parent: "request", exit: "Failure" },
        { name: "Posts.count", parent: "request", exit: "Success" }
      ])
    })
  )

  it.effect("makes a span for each run of an operation, and none for one that is not run", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      const posts = yield* withSpans("Posts", made)
      const create = posts.create("A", "b")
      strictEqual(spans.length, 0)
      yield* Effect.withTracer(Effect.zipRight(create, create), tracer)
      deepStrictEqual(
        spans.map(({ name }) => name),
        ["Posts.create", "Posts.create"]
      )
    })
  )

  it.effect("leaves values, and functions that give no effect, as they are", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      const posts = yield* Effect.withTracer(withSpans("Posts", made), tracer)
      deepStrictEqual([posts.limit, posts.known(1), posts.known(2)], [20, "cached", undefined])
      deepStrictEqual([posts.found(1), posts.found(2)], [Option.some("cached"), Option.none()])
      strictEqual(spans.length, 0)
    })
  )

  it.effect("leaves the service as it is where the tracer is disabled when the layer is built", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      const posts = yield* Effect.withTracerEnabled(withSpans("Posts", made), false)
      strictEqual(posts, service)
      yield* Effect.withTracer(posts.create("A", "b"), tracer)
      strictEqual(spans.length, 0)
    })
  )
})
