import { Effect, Option } from "effect"
import { Changes } from "../../services/Changes.ts"
import { type Exchange, makeExchanges } from "../http/Exchanges.ts"
import type { RequestListener } from "../http/RequestListeners.ts"
import { matchesTag } from "../wire/EntityTag.ts"
import { makeEndpointRunner } from "./EndpointRunner.ts"
import { ReadThroughCache } from "./ReadThroughCache.ts"
import { bodyOf, type CachedResponse } from "./ResponseCache.ts"
import { parseSimpleRequest, readBody } from "./SimpleRequest.ts"

/**
 * Takes the requests for JSON that have the simple form, which nearly all have. It answers them without platform's
 * pipeline and, on a cache hit, without a fiber or a query; byte for byte as platform would.
 */
export const make = Effect.gen(function* () {
  const cache = yield* ReadThroughCache
  const { contextOf, runnerOf } = yield* makeEndpointRunner
  const { admit, answer, begin, proceed, send } = yield* makeExchanges
  const { joinReadBarrier } = yield* Changes

  const sendCached = (exchange: Exchange, cached: CachedResponse) => {
    const { etag } = cached
    const body = bodyOf(cached) // also for a 304, which counts as a view
    if (matchesTag(exchange.info.ifNoneMatch, etag)) return send(exchange, 304, { etag })
    const headers = { "content-type": "application/json", "content-length": String(body.length), etag }
    return send(exchange, 200, headers, body)
  }

  const listener: RequestListener = (request, response) => {
    const simple = parseSimpleRequest(request)
    const run = simple === undefined ? undefined : runnerOf(simple)
    if (simple === undefined || run === undefined) return false
    const exchange = begin(request, response, simple.endpoint, simple.query)
    if (exchange === undefined) return false

    const respond = (body: Option.Option<string>) => {
      exchange.state.body = Option.getOrElse(body, () => "")
      return admit(exchange, (user) => {
        const key = cache.keyOf(simple, user)
        if (key === undefined) return answer(exchange, run(body), contextOf(user))
        const lookUp = () => {
          const cached = cache.get(key)
          if (cached === undefined) answer(exchange, cache.load(key, exchange.state, run(body)), contextOf(user))
          else sendCached(exchange, cached)
        }
        if (Option.isNone(user)) return lookUp()
        // Signed-in callers see their own writes at once, from any instance.
        return joinReadBarrier((exit) => proceed(exchange, exit, lookUp))
      })
    }
    if (simple.hasBody) readBody(request, respond)
    else respond(Option.some(""))
    return true
  }
  return listener
})
