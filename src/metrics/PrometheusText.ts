import { type MetricLabel, type MetricPair, MetricState, Option } from "effect"

type Label = readonly [name: string, value: string]

/** One line: the ending of the family's name, labels in addition to those of the series, and the value. */
type Sample = readonly [ending: string, labels: ReadonlyArray<Label>, value: number | bigint]

/** The samples of a state, and the type that its family has. */
interface Rendered {
  readonly type: "counter" | "gauge" | "histogram"
  readonly samples: ReadonlyArray<Sample>
}

const nameOf = (text: string) => text.replace(/[^a-zA-Z0-9_:]/g, "_").replace(/^(?=\d)/, "_")

const labelNameOf = (text: string) => nameOf(text).replaceAll(":", "_")

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' }

const labelValueOf = (text: string) => text.replace(/[\\\n"]/g, (character) => escapes[character] ?? "")

const helpOf = (text: string) => text.replace(/[\\\n]/g, (character) => escapes[character] ?? "")

const numberOf = (value: number | bigint): string => {
  if (value === Number.POSITIVE_INFINITY) return "+Inf"
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)
}

/** The buckets below infinity, which is written of the count; the counts of Effect's buckets are cumulative already. */
const bucketsOf = ({ buckets, count }: MetricState.MetricState.Histogram): ReadonlyArray<Sample> =>
  [...buckets.filter(([boundary]) => Number.isFinite(boundary)), [Number.POSITIVE_INFINITY, count] as const].map(
    ([boundary, below]) => ["_bucket", [["le", numberOf(boundary)]], below]
  )

/** The server has no frequencies and summaries (`metrics/Metrics.ts`). */
const render = (state: MetricState.MetricState.Untyped): Rendered | undefined => {
  if (MetricState.isCounterState(state)) return { type: "counter", samples: [["", [], state.count]] }
  if (MetricState.isGaugeState(state)) return { type: "gauge", samples: [["", [], state.value]] }
  if (!MetricState.isHistogramState(state)) return undefined
  return { type: "histogram", samples: [...bucketsOf(state), ["_sum", [], state.sum], ["_count", [], state.count]] }
}

const lineOf = (name: string, tags: ReadonlyArray<MetricLabel.MetricLabel>, [ending, labels, value]: Sample) => {
  const all = [...tags.map(({ key, value }): Label => [key, value]), ...labels]
  const inner = all.map(([name, value]) => `${labelNameOf(name)}="${labelValueOf(value)}"`).join(",")
  return `${name}${ending}${inner === "" ? "" : `{${inner}}`} ${numberOf(value)}`
}

/**
 * Writes metrics in the text format of Prometheus: each family once, with its help and its type, in the order of the
 * names. A series whose type is not that of its family is left out.
 */
export const prometheusText = (pairs: ReadonlyArray<MetricPair.MetricPair.Untyped>): string => {
  const families = new Map<string, { readonly type: Rendered["type"]; readonly lines: Array<string> }>()
  for (const { metricKey, metricState } of pairs) {
    const name = nameOf(metricKey.name)
    const rendered = render(metricState)
    if (rendered === undefined) continue
    const { samples, type } = rendered
    const help = Option.match(metricKey.description, {
      onNone: () => [],
      onSome: (text) => [`# HELP ${name} ${helpOf(text)}`]
    })
    const family = families.get(name) ?? { type, lines: [...help, `# TYPE ${name} ${type}`] }
    families.set(name, family)
    if (family.type === type) family.lines.push(...samples.map((sample) => lineOf(name, metricKey.tags, sample)))
  }
  return Array.from(families)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { lines }]) => `${lines.join("\n")}\n`)
    .join("")
}
