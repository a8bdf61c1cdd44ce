import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { MetricBoundaries, MetricHook, MetricKey, MetricPair } from "effect"
import { prometheusText } from "../../src/metrics/PrometheusText.ts"

const histogramKey = MetricKey.histogram("wait_seconds", MetricBoundaries.fromIterable([0.5, 1]), "Waiting")

/** Another description, quoted in no line. */
const counterKey = (label: string) => MetricKey.tagged(MetricKey.counter("seen_total"), "by", label)

const pairOf = MetricPair.unsafeMake

const linesOf = (...pairs: ReadonlyArray<MetricPair.MetricPair.Untyped>) => prometheusText(pairs).split("\n")

const counted = (label: string, values: ReadonlyArray<number>) => {
  const key = counterKey(label)
  const hook = MetricHook.counter(key)
  for (const value of values) hook.update(value)
  return pairOf(key, hook.get())
}

const gauged = (name: string, value: number, description?: string) => {
  const key = MetricKey.gauge(name, description === undefined ? {} : { description })
  const hook = MetricHook.gauge(key, 0)
  hook.update(value)
  return pairOf(key, hook.get())
}

describe("prometheusText", () => {
  it("writes a family once, whatever the order of its series, and the families in the order of their names", () => {
    deepStrictEqual(linesOf(counted("a", [1, 2]), gauged("depth", 7, "Depth"), counted("b", [4])), [
      "# HELP depth Depth",
      "# TYPE depth gauge",
      "depth 7",
      "# TYPE seen_total counter",
      'seen_total{by="a"} 3',
      'seen_total{by="b"} 4',
      ""
    ])
  })

  it("escapes values of labels, and texts of help", () => {
    deepStrictEqual(linesOf(counted('a\\b"c\nd', [1])).at(1), 'seen_total{by="a\\\\b\\"c\\nd"} 1')
    deepStrictEqual(linesOf(gauged("depth", 1, 'a\\b"c\nd')).at(0), '# HELP depth a\\\\b"c\\nd')
  })

  it("replaces characters that no name may have", () => {
    const key = MetricKey.tagged(MetricKey.gauge("2nd.depth-m"), "the:label", "x")
    deepStrictEqual(linesOf(pairOf(key, MetricHook.gauge(key, 3).get())).slice(1), [
      '_2nd_depth_m{the_label="x"} 3',
      ""
    ])
  })

  it("writes infinite values and none as Prometheus does", () => {
    const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e21, 0.001]
    const lines = values.map((value) => linesOf(gauged("depth", value)).at(1))
    deepStrictEqual(lines, ["depth +Inf", "depth -Inf", "depth NaN", "depth 1e+21", "depth 0.001"])
  })

  it("writes a histogram with cumulative buckets, one of +Inf, its sum and its count", () => {
    const hook = MetricHook.histogram(histogramKey)
    for (const value of [0.25, 0.5, 0.75, 8]) hook.update(value)
    deepStrictEqual(linesOf(pairOf(histogramKey, hook.get())), [
      "# HELP wait_seconds Waiting",
      "# TYPE wait_seconds histogram",
      'wait_seconds_bucket{le="0.5"} 2',
      'wait_seconds_bucket{le="1"} 3',
      'wait_seconds_bucket{le="+Inf"} 4',
      "wait_seconds_sum 9.5",
      "wait_seconds_count 4",
      ""
    ])
  })

  it("leaves out a series whose type is not that of its family", () => {
    strictEqual(prometheusText([gauged("seen_total", 1), counted("a", [1])]), "# TYPE seen_total gauge\nseen_total 1\n")
  })

  it("writes nothing of no metrics", () => strictEqual(prometheusText([]), ""))
})
