import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { mcpServerInfo } from "../../api/McpApi.ts"
import {
  buildInfo,
  openConnections,
  requestsInFlight,
  sampled,
  snapshot,
  unsentBytes,
  update
} from "../../concurrency/Metrics.ts"
import { secretOf } from "../../domain/accounts/Credential.ts"
import { ConnectionQuota } from "../../services/ConnectionQuota.ts"
import { MetricsAccess } from "../../services/Operation.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
import { prometheusText, prometheusType } from "../wire/PrometheusText.ts"
import { toWireError } from "./Errors.ts"
import { InFlight, UnsentBytes } from "./ResponseWatch.ts"

/** Samples what the transports hold open until the scope ends, and gives the answer to a request for the metrics. */
export const makeMetricsText = Effect.gen(function* () {
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

  const check = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    access.check({ isLocal: addresses.isLocal(request), secret: secretOf(request.headers["authorization"]) })
  )
  const text = Effect.map(snapshot, (metrics) =>
    HttpServerResponse.text(prometheusText(metrics), {
      contentType: prometheusType,
      headers: { "cache-control": "no-store" }
    })
  )
  return Effect.zipRight(toWireError(check), text)
})
