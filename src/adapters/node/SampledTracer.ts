import { type Context, Option, Tracer } from "effect"

/** What a span without a parent must be to begin a trace: a request, or a batch of several requests' work. */
const beginsTrace: ReadonlySet<Tracer.SpanKind> = new Set(["server", "consumer"])

/** A span that nobody gets to see. The spans within it are such spans, too. */
const unsampledSpan = (
  name: string,
  parent: Option.Option<Tracer.AnySpan>,
  context: Context.Context<never>,
  startTime: bigint,
  kind: Tracer.SpanKind
): Tracer.Span => ({
  _tag: "Span",
  name,
  parent,
  context,
  kind,
  spanId: "0000000000000000",
  traceId: "00000000000000000000000000000000",
  sampled: false,
  status: { _tag: "Started", startTime },
  attributes: new Map(),
  links: [],
  end: () => undefined,
  attribute: () => undefined,
  event: () => undefined,
  addLinks: () => undefined
})

/**
 * Passes on a share of the traces. A trace that a proxy has begun is passed on as the proxy decided; work of the background
 * is not traced.
 */
export const sampledTracer = (tracer: Tracer.Tracer, share: number, random: () => number) =>
  Tracer.make({
    context: tracer.context,
    span: (name, parent, context, links, startTime, kind, options) => {
      const isSampled = Option.match(parent, {
        onNone: () => beginsTrace.has(kind) && random() < share,
        onSome: ({ sampled }) => sampled
      })
      return isSampled
        ? tracer.span(name, parent, context, links, startTime, kind, options)
        : unsampledSpan(name, parent, context, startTime, kind)
    }
  })
