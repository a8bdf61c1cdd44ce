import { createServer, type IncomingHttpHeaders } from "node:http"
import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js"
import { Effect, Redacted, Schema } from "effect"
import { join, send } from "../../support/Members.ts"
import { listening } from "../../support/network/Listening.ts"
import { until } from "../../support/Waiting.ts"
import { at } from "../../support/Wire.ts"
import { clientOf, dataDir, logged, start, type Variables } from "../Program.ts"

const Value = Schema.Struct({
  key: Schema.String,
  value: Schema.Struct({ stringValue: Schema.optional(Schema.String) })
})

/** A span as a collector gets it. */
const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optional(Schema.String),
  name: Schema.String,
  attributes: Schema.Array(Value)
})
type Span = typeof Span.Type

const Traces = Schema.parseJson(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({
        resource: Schema.Struct({ attributes: Schema.Array(Value) }),
        scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) }))
      })
    )
  })
)

/** A collector of OTLP, what it got, and the status with which it answers. */
const collector = (status = 200) =>
  Effect.gen(function* () {
    const requests: Array<{ readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }> = []
    const server = createServer((request, response) => {
      const parts: Array<Buffer> = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => {
        requests.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString() })
        response.writeHead(status).end("{}")
      })
    })
    const url = yield* listening(server)
    const spans = (): ReadonlyArray<Span> =>
      requests.flatMap(({ body }) =>
        Schema.decodeSync(Traces)(body).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans)
        )
      )
    return { url, requests, spans }
  })

type Collector = Effect.Effect.Success<ReturnType<typeof collector>>

/** Runs a server while `use` sends it requests, then stops it. Gives its output. */
const served = <A, E, R>(
  variables: Variables,
  use: (url: string, output: Effect.Effect<string>) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const program = yield* start({ DATA_DIR: yield* dataDir, ...variables })
    const used = yield* use(program.url, program.stdout)
    yield* program.kill("SIGTERM")
    const { code } = yield* program.ended
    strictEqual(code, 0)
    return { used, stdout: yield* program.stdout }
  })

const calling = (url: string, token: Redacted.Redacted) =>
  Effect.promise(async () => {
    const authorization = `Bearer ${Redacted.value(token)}`
    const headers = { authorization }
    const client = new Client({ name: "test", version: "1.0.0" })
    await client.connect(
      new SSEClientTransport(new URL("/api/mcp", url), {
        requestInit: { headers },
        eventSourceInit: {
          fetch: (input, init) => fetch(input, { ...init, headers: { authorization, accept: "text/event-stream" } })
        }
      })
    )
    await client.callTool({ name: "find_diseases", arguments: { search: "marfan" } })
    await client.close()
    await fetch(new URL("/api/rpc", url), {
      method: "POST",
      headers: { ...headers, "content-type": "application/ndjson" },
      body: JSON.stringify({ _tag: "Request", id: "1", tag: "get_community_stats", payload: {}, headers: [] })
    })
  })

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

const fetchText = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => (await fetch(url, { headers })).text())

describe("Traces of a server with OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  it.scopedLive(
    "show each request with the operations and statements within it, over every transport, and no secret",
    () =>
      Effect.gen(function* () {
        const { requests, spans, url: OTEL_EXPORTER_OTLP_ENDPOINT } = yield* collector()
        const variables = {
          OTEL_EXPORTER_OTLP_ENDPOINT,
          OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector,x-tenant=7",
          OTEL_SERVICE_NAME: "community of the test"
        }
        const { stdout, used: token } = yield* served(variables, (url) =>
          Effect.gen(function* () {
            const maria = yield* join()
            const body = { title: "Thoughts", content: "What I thought at night", category: "topic" }
            strictEqual((yield* send("POST", "/api/posts", { as: maria.token, body })).status, 201)
            yield* fetchText(`${url}/api/posts?search=thoughts`)
            yield* fetchText(`${url}/api/posts/1?apiKey=${Redacted.value(maria.token)}`)
            yield* fetchText(`${url}/nowhere?token=${Redacted.value(maria.token)}`)
            yield* calling(url, maria.token)
            return maria.token
          }).pipe(Effect.provide(clientOf(url)))
        )

        const all = spans()
        const named = (name: string) => all.find((span) => span.name === name)
        const ancestorsOf = (span: Span): ReadonlyArray<string> => {
          const parent = all.find(({ spanId }) => spanId === span.parentSpanId)
          return parent === undefined ? [] : [parent.name, ...ancestorsOf(parent)]
        }
        const within = (name: string) => all.filter((span) => ancestorsOf(span).includes(name)).map((span) => span.name)
        assertTrue(within("POST /api/posts").includes("Posts.create"))
        assertTrue(within("GET /api/posts").includes("Posts.list"))
        assertTrue(within("GET /api/posts").includes("sql.execute"))
        assertTrue(within("tools/call find_diseases").includes("Diseases.find"))
        assertTrue(within("POST /api/rpc").includes("Statistics.now"))
        assertTrue(within("batch posts").includes("sql.execute"))
        assertTrue(named("GET") !== undefined, "a path without an endpoint has a span with the method's name")
        deepStrictEqual(
          all.filter((span) => span.name === "sql.execute" && ancestorsOf(span).length === 0),
          []
        )
        const logs = logged(stdout).filter((line) => at(line, "annotations", "path") === "/api/posts")
        const traced = all.map(({ traceId }) => traceId)
        assertTrue(logs.length > 0 && logs.every((line) => traced.includes(String(at(line, "annotations", "trace")))))

        const sent = JSON.stringify(requests.map(({ body }) => body))
        for (const secret of [Redacted.value(token), "What I thought at night", "apiKey=", "@example.org"]) {
          strictEqual(sent.includes(secret), false)
        }
        assertTrue(sent.includes("community of the test"))
        for (const { headers, path } of requests) {
          deepStrictEqual([path, headers.authorization, headers["x-tenant"]], ["/v1/traces", "Bearer collector", "7"])
        }
      })
  )

  it.scopedLive("belong to the trace that a trusted proxy names, and to none that a client names", () =>
    Effect.gen(function* () {
      const [trusting, wary] = [yield* collector(), yield* collector()]
      const root = ({ spans }: Collector) => spans().find(({ name }) => name === "GET /api/stats")
      // Until the span has arrived: a stopping server waits a few seconds only for its last spans.
      const askOf = (to: Collector) => (url: string) =>
        Effect.zipRight(
          fetchText(`${url}/api/stats`, { traceparent }),
          until(Effect.sync(() => root(to) !== undefined))
        )
      yield* served({ OTEL_EXPORTER_OTLP_ENDPOINT: trusting.url, TRUST_PROXY: "127.0.0.1" }, askOf(trusting))
      yield* served({ OTEL_EXPORTER_OTLP_ENDPOINT: wary.url }, askOf(wary))
      const [, traceId, parentSpanId] = traceparent.split("-")
      deepStrictEqual([root(trusting)?.traceId, root(trusting)?.parentSpanId], [traceId, parentSpanId])
      deepStrictEqual([root(wary)?.traceId === traceId, root(wary)?.parentSpanId], [false, undefined])
    })
  )

  it.scopedLive(
    "are a share of the requests, as OTEL_TRACES_SAMPLER_ARG says, and a lost collector is logged once and hinders nothing",
    () =>
      Effect.gen(function* () {
        const [none, broken] = [yield* collector(), yield* collector(401)]
        const ask = (url: string) => Effect.replicateEffect(fetchText(`${url}/api/stats`), 20)
        yield* served({ OTEL_EXPORTER_OTLP_ENDPOINT: none.url, OTEL_TRACES_SAMPLER_ARG: "0" }, ask)
        deepStrictEqual(none.requests, [])
        const lost = (stdout: string) =>
          logged(stdout).filter((line) => JSON.stringify(line).includes("traces are lost"))
        const { stdout } = yield* served({ OTEL_EXPORTER_OTLP_ENDPOINT: broken.url }, (url, output) =>
          Effect.zipRight(ask(url), until(Effect.map(output, (text) => text.includes("traces are lost"))))
        )
        strictEqual(lost(stdout).length, 1)
      })
  )
})
