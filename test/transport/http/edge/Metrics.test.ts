import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { endpoints } from "../../../support/Endpoints.ts"
import { People } from "../../../support/People.ts"
import { ask, isFailure, type Sent, speak } from "../../../support/Raw.ts"
import { beginSession, stream as openMcpStream } from "../../mcp/Requests.ts"
import { follow } from "../../sse/Given.ts"

const token = "0123456789abcdef"

const read = (sent: Sent = {}) => ask("GET", "/metrics", sent)

/** The value of each series, by its name and labels. */
const seriesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))])
  )

const values = Effect.map(read(), ({ text }) => seriesOf(text))

/** The growth of a series while an effect runs: other suites counted before. */
const growthOf = <A, E, R>(names: ReadonlyArray<string>, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* values
    yield* effect
    const after = yield* values
    return names.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0))
  })

const requests = (method: string, route: string, status: number) =>
  `http_requests_total{method="${method}",route="${route}",status="${status}"}`

const plain = community(Memory.layer)

layer(People.layer.pipe(Layer.provideMerge(plain)), { excludeTestServices: true })("GET /metrics", (it) => {
  it.effect("answers in the text format of Prometheus, which nothing caches", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* read()
      strictEqual(status, 200)
      strictEqual(headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
      strictEqual(headers["cache-control"], "no-store")
      strictEqual(headers["ratelimit-limit"], undefined)
      const line = /^(# (HELP \w+ \S.*|TYPE \w+ (counter|gauge|histogram))|\w+(\{(\w+="[^"\n]*",?)+\})? [-+\w.]+|)$/
      for (const one of text.split("\n")) assertTrue(line.test(one), one)
    })
  )

  it.effect("is compressed for a client that accepts it", () =>
    Effect.map(ask("GET", "/metrics", { headers: { "accept-encoding": "gzip" } }), ({ headers, text }) => {
      strictEqual(headers["content-encoding"], "gzip")
      assertTrue(text.startsWith("# HELP"))
    })
  )

  it.effect("counts requests by route, method and status", () =>
    Effect.gen(function* () {
      const { user } = yield* People
      const sent = [
        ["GET", "/api/posts?sort=date", 200, "/api/posts"],
        ["GET", "/api//posts/", 200, "/api/posts"],
        ["HEAD", "/api/posts", 200, "/api/posts"],
        ["GET", "/api/posts/2147483647", 404, "/api/posts/:id"],
        ["GET", "/api/posts/none", 404, "unknown"],
        ["GET", "/api/posts?sort=up", 400, "/api/posts"],
        ["GET", "/api/users", 401, "/api/users"],
        ["GET", "/health", 200, "/health"],
        ["GET", "/ready", 200, "/ready"],
        ["PUT", "/api/posts", 405, "unknown"],
        ["GET", "/nowhere/1", 404, "unknown"],
        ["GET", "/nowhere/2", 404, "unknown"],
        ["PROPFIND", "/api/posts", 405, "unknown"]
      ] as const
      for (const [method, path, status, route] of sent) {
        const label = method === "PROPFIND" ? "other" : method
        const { status: real } = yield* ask(method, path)
        const [grown] = yield* growthOf([requests(label, route, real)], ask(method, path))
        strictEqual(grown, 1, `${method} ${path} ${real} as ${route}`)
        strictEqual(real, status, path)
      }
      const body = JSON.stringify({ title: "Who knows?", content: "A question." })
      const post = ask("POST", "/api/posts", { as: user.token, body })
      deepStrictEqual(yield* growthOf([requests("POST", "/api/posts", 201)], post), [1])
    })
  )

  it.effect("counts what the parser of HTTP refuses", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* growthOf([requests("other", "unknown", 400)], speak("no HTTP\r\n\r\n")), [1])
    })
  )

  it.effect("has no label but routes of endpoints and pages, and `unknown`, whatever clients send", () =>
    Effect.gen(function* () {
      const sent = [
        "/secret-path",
        "/assets/site.css",
        "/api/posts/7/x",
        "/posts/7",
        "/posts/x",
        "/%00",
        '/"\\',
        "/metrics/x"
      ]
      for (const path of sent) yield* ask("GET", path)
      const known = new Set(["unknown", ...endpoints.map(({ endpoint }) => endpoint.path)])
      const { text } = yield* read()
      const routes = Array.from(text.matchAll(/route="([^"]*)"/g), ([, route = ""]) => route)
      assertTrue(routes.length > 10)
      // Pages have paths of their own, and files a hash; other suites of this process may have read any of them.
      const isFile = (route: string) => /^\/assets\/[a-z\d]+\.[\w-]{10}\.[a-z]+$/.test(route)
      const isPage = (route: string) => isFile(route) || (!route.startsWith("/api") && !/\d|secret/.test(route))
      for (const route of routes) assertTrue(known.has(route) || (isPage(route) && !sent.includes(route)), route)
    })
  )

  it.effect("has the latency of each route as a histogram", () =>
    Effect.gen(function* () {
      const labels = 'method="GET",route="/api/stats"'
      const growth = yield* growthOf(
        [
          `http_request_duration_seconds_count{${labels}}`,
          `http_request_duration_seconds_bucket{${labels},le="+Inf"}`,
          `http_request_duration_seconds_bucket{${labels},le="10"}`
        ],
        Effect.zipRight(ask("GET", "/api/stats"), ask("GET", "/api/stats"))
      )
      deepStrictEqual(growth, [2, 2, 2])
      const sum = (yield* values).get(`http_request_duration_seconds_sum{${labels}}`)
      assertTrue(sum !== undefined && sum >= 0 && sum < 60)
    })
  )

  it.scoped("counts open streams of notifications and MCP sessions, and their requests", () =>
    Effect.gen(function* () {
      const { user } = yield* People
      const opened = Effect.gen(function* () {
        yield* follow(user)
        const session = yield* beginSession(user.token)
        yield* openMcpStream({ as: user.token, session })
      })
      const growth = yield* growthOf(
        [
          "notification_streams_open",
          "mcp_sessions_open",
          requests("GET", "/api/notifications/stream", 200),
          requests("POST", "/api/mcp", 200),
          requests("GET", "/api/mcp", 200)
        ],
        opened
      )
      deepStrictEqual(growth.slice(0, 3), [1, 1, 1])
      deepStrictEqual(growth.at(4), 1)
      assertTrue((growth[3] ?? 0) >= 1)
      assertTrue(((yield* values).get("http_requests_in_flight") ?? 0) >= 3)
    })
  )

  it.effect("has the process: memory, CPU time, delay of the event loop, and the version", () =>
    Effect.gen(function* () {
      const series = yield* values
      const manifest: { version: string } = JSON.parse(
        readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")
      )
      strictEqual(series.get(`build_info{version="${manifest.version}",node="${process.versions.node}"}`), 1)
      const between = (name: string, least: number, most: number) => {
        const value = series.get(name)
        assertTrue(value !== undefined && value >= least && value <= most, `${name} is ${value}`)
      }
      between("process_resident_memory_bytes", 1e7, 1e11)
      between("nodejs_heap_size_used_bytes", 1e6, series.get("nodejs_heap_size_total_bytes") ?? 0)
      between("process_cpu_seconds_total", 0.01, 1e6)
      between("process_start_time_seconds", 1.7e9, 1e11)
      for (const quantile of ["0.5", "0.99", "1"]) between(`event_loop_delay_seconds{quantile="${quantile}"}`, 0, 600)
      between("event_loop_utilization_ratio", 0, 1)
    })
  )

  it.effect("is refused to a client that a proxy forwards, while the proxy is not trusted", () =>
    Effect.gen(function* () {
      for (const address of ["127.0.0.1", "203.0.113.9"]) {
        const refused = yield* read({ headers: { "x-forwarded-for": address } })
        strictEqual(refused.status, 403)
        assertTrue(isFailure(refused).includes("METRICS_TOKEN"))
      }
    })
  )
})

layer(community(Memory.layer, { TRUST_PROXY: "127.0.0.1" }), { excludeTestServices: true })(
  "GET /metrics behind a trusted proxy",
  (it) => {
    it.effect("is for clients of this machine, by the forwarded address", () =>
      Effect.gen(function* () {
        const statusFor = (address: string) =>
          Effect.map(read({ headers: { "x-forwarded-for": address } }), ({ status }) => status)
        for (const address of ["203.0.113.9", "10.0.0.1", "2001:db8::1", "127.0.0.1, 203.0.113.9"]) {
          strictEqual(yield* statusFor(address), 403, address)
        }
        for (const address of ["127.0.0.1", "::1", "127.0.0.2"]) strictEqual(yield* statusFor(address), 200, address)
        strictEqual((yield* read()).status, 200)
      })
    )
  }
)

layer(community(Memory.layer, { METRICS_TOKEN: token, TRUST_PROXY: "127.0.0.1" }), { excludeTestServices: true })(
  "GET /metrics with METRICS_TOKEN",
  (it) => {
    it.effect("is for whoever sends the token, from anywhere", () =>
      Effect.gen(function* () {
        for (const scheme of ["Bearer", "bearer"]) {
          const headers = { authorization: `${scheme} ${token}`, "x-forwarded-for": "203.0.113.9" }
          strictEqual((yield* read({ headers })).status, 200)
        }
      })
    )

    it.effect("is 401 for all others, those on this machine included", () =>
      Effect.gen(function* () {
        const wrong = [undefined, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `ApiKey ${token}`, token, "Bearer "]
        for (const authorization of wrong) {
          const refused = yield* read({ headers: authorization === undefined ? {} : { authorization } })
          strictEqual(refused.status, 401, authorization)
          assertTrue(refused.headers["www-authenticate"]?.startsWith("Bearer") === true)
          assertTrue(!isFailure(refused).includes(token))
        }
      })
    )
  }
)
