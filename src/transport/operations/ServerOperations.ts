import { HttpLayerRouter, HttpServerRequest, HttpServerResponse, OpenApi } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { mcpServerInfo } from "../../api/McpApi.ts"
import { publicUrl } from "../../Config.ts"
import { secretOf } from "../../domain/accounts/Credential.ts"
import {
  buildInfo,
  openConnections,
  requestsInFlight,
  sampled,
  snapshot,
  unsentBytes,
  update
} from "../../metrics/Metrics.ts"
import { prometheusText } from "../../metrics/PrometheusText.ts"
import { ConnectionQuota } from "../../services/ConnectionQuota.ts"
import { MetricsAccess, Readiness } from "../../services/Operation.ts"
import { CurrentExchange } from "../http/Exchanges.ts"
import { operations } from "../http/HandlerRegistry.ts"
import { InFlight, UnsentBytes } from "../http/ResponseWatch.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
import { preparedText } from "../wire/Compression.ts"
import { entityTagOf, jsonText, textOf } from "../wire/EntityTag.ts"
import { inlinePolicyOf } from "../wire/ResponseWriter.ts"
import { docsStyle } from "./DocsStyle.ts"

/** The media type of the text (Prometheus, exposition formats, version 0.0.4). */
const prometheusType = "text/plain; version=0.0.4; charset=utf-8"

/** Samples what the transports hold open until the scope ends, and gives the answer to a request for the metrics. */
const makeMetrics = Effect.gen(function* () {
  const access = yield* MetricsAccess
  const addresses = yield* ClientAddresses
  const inFlight = yield* InFlight
  const quota = yield* ConnectionQuota
  const unsent = yield* UnsentBytes
  const build = buildInfo({ version: mcpServerInfo.version, node: process.versions.node })
  yield* sampled(() => {
    update(build, 1)
    update(requestsInFlight, inFlight.count())
    update(unsentBytes, unsent.count())
    update(openConnections.streams, quota.count("streams"))
    update(openConnections.sessions, quota.count("sessions"))
  })

  const check = Effect.flatMap(CurrentExchange, ({ info, request }) =>
    access.check({ isLocal: addresses.isLocal(info.source), secret: secretOf(request.headers.authorization) })
  )
  const text = Effect.map(snapshot, (metrics) =>
    HttpServerResponse.text(prometheusText(metrics), {
      contentType: prometheusType,
      headers: { "cache-control": "no-store" }
    })
  )
  return Effect.zipRight(check, text)
})

/**
 * Options of Swagger UI: a box that filters by summary, path or group, and a lock that is closed where a credential is
 * required (its own is closed where the credentials that the reader has entered suffice).
 */
const docsOptions = `
        filter: true,
        plugins: [() => ({
          fn: {
            opsFilter: (groups, phrase) => {
              const has = (text) => String(text).toLowerCase().includes(phrase.toLowerCase())
              const isFound = (one) => has(one.get("path")) || has(one.getIn(["operation", "summary"]))
              return groups
                .map((group, tag) => has(tag) ? group : group.update("operations", (all) => all.filter(isFound)))
                .filter((group) => group.get("operations").size > 0)
            }
          },
          statePlugins: {
            auth: {
              wrapSelectors: {
                isAuthorized: () => (_, choices) => choices.every((choice) => choice.size > 0)
              }
            }
          }
        })],`

const withoutScript =
  "<noscript><p>This page needs JavaScript. The same as a document: " +
  '<a href="/api/openapi.json">/api/openapi.json</a></p></noscript>'

const withOptions = (page: string) =>
  page
    .replace("<body>", (start) => start + withoutScript)
    .replace('<div id="swagger-ui"></div>', '<main id="swagger-ui"></main>')
    .replace("</style>", (end) => docsStyle + end)
    .replace("dom_id: '#swagger-ui',", (domId) => `${domId}${docsOptions}`)

/**
 * The page that platform makes of the document, with its scripts and styles in it. Platform offers it as a route only.
 * Its module has 3.5 MB of script, and is loaded by the first who asks.
 */
const docsPage = Effect.promise(() => import("@effect/platform/HttpApiSwagger")).pipe(
  Effect.flatMap(({ layerHttpLayerRouter }) =>
    HttpLayerRouter.toHttpEffect(layerHttpLayerRouter({ api: CommunityApi, path: "/docs" }))
  ),
  Effect.flatten,
  Effect.map((page) => withOptions(textOf(page) ?? "")),
  Effect.provideService(
    HttpServerRequest.HttpServerRequest,
    HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
  ),
  Effect.scoped,
  Effect.orDie
)

const makeDocs = Effect.gen(function* () {
  const page = yield* Effect.cached(docsPage)
  const policy = yield* Effect.cached(Effect.map(page, inlinePolicyOf))
  const response = yield* preparedText("text/html; charset=utf-8", page)
  return Effect.zipWith(response, policy, (shown, policy) =>
    HttpServerResponse.setHeader(shown, "content-security-policy", policy)
  )
})

const okText = JSON.stringify({ status: "ok" })

/** One response for all requests, with its tag. */
const ok = HttpServerResponse.setHeader(jsonText(okText), "etag", entityTagOf(okText))

const make = Effect.gen(function* () {
  const servers = [{ url: yield* publicUrl }]
  return {
    readiness: yield* Readiness,
    document: yield* preparedText(
      "application/json",
      Effect.sync(() => JSON.stringify({ ...OpenApi.fromApi(CommunityApi), servers }))
    ),
    docs: yield* makeDocs,
    metrics: yield* makeMetrics
  }
})

/** Health, readiness, metrics, and the document in its two forms. */
export const serverOperations = operations("operation", make, ({ docs, document, metrics, readiness }) => ({
  health: () => Effect.succeed(ok),
  ready: () => Effect.as(readiness.check, ok),
  metrics: () => metrics,
  document: () => document,
  docs: () => docs
}))
