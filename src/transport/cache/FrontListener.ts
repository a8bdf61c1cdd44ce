import { Context, Effect, Either, Option } from "effect"
import { Changes } from "../../services/Changes.ts"
import { maxParameters, tooManyParameters } from "../http/AccessHttp.ts"
import { type Exchange, makeExchanges } from "../http/Exchanges.ts"
import type { RequestListener } from "../http/RequestListeners.ts"
import { checkBodyHead, checkBodyText, readBody } from "../wire/Body.ts"
import { matchesTag } from "../wire/EntityTag.ts"
import { makeEndpointRunner } from "./EndpointRunner.ts"
import { type JsonRequest, parseJsonRequest } from "./JsonRequest.ts"
import { ReadThroughCache } from "./ReadThroughCache.ts"
import { bodyOf, type CachedResponse } from "./ResponseCache.ts"

const noServices = Context.empty()

/** Checks that come after admission (contract, "which failure wins"). */
const textOf = (body: Option.Option<string>, { parameterCount }: JsonRequest) =>
  Either.filterOrLeft(
    checkBodyText(body),
    () => parameterCount <= maxParameters,
    () => tooManyParameters
  )

/** Answers the requests of endpoints for JSON; on a cache hit without a fiber or a query. */
export const make = Effect.gen(function* () {
  const cache = yield* ReadThroughCache
  const { contextOf, run } = yield* makeEndpointRunner
  const { admit, answer, begin, proceed, send } = yield* makeExchanges
  const { joinReadBarrier } = yield* Changes

  const sendCached = (exchange: Exchange, cached: CachedResponse) => {
    const { etag } = cached
    const body = bodyOf(cached) // also for a 304, which counts as a view
    if (matchesTag(exchange.info.ifNoneMatch, etag)) return send(exchange, 304, { etag })
    const headers = { "content-type": "application/json", "content-length": String(body.length), etag }
    return send(exchange, 200, headers, body)
  }

  const respond = (exchange: Exchange, request: JsonRequest, body: Option.Option<string>) =>
    admit(exchange, (user) => {
      const { state } = exchange
      const text = textOf(body, request)
      if (Either.isLeft(text)) return answer(exchange, Either.left(text.left), noServices)
      state.body = text.right
      const load = Effect.suspend(() => run(request, text.right))
      const key = exchange.info.method === "GET" ? cache.keyOf(request, user) : undefined
      if (key === undefined) return answer(exchange, load, contextOf(exchange, user))
      const lookUp = () => {
        const cached = cache.get(key)
        if (cached === undefined) answer(exchange, cache.load(key, state, load), contextOf(exchange, user))
        else sendCached(exchange, cached)
      }
      if (Option.isNone(user)) return lookUp()
      // Signed-in callers see their own writes at once, from any instance.
      return joinReadBarrier((exit) => proceed(exchange, exit, lookUp))
    })

  const listener: RequestListener = (message, response) => {
    const request = parseJsonRequest(message)
    const exchange = request === undefined ? undefined : begin(message, response, request.endpoint, request.query)
    if (request === undefined || exchange === undefined) return false
    const refuse = (error: unknown) => answer(exchange, Effect.fail(error), noServices)
    const { bodyType } = request.endpoint
    const head = checkBodyHead(message, bodyType)
    if (Either.isLeft(head)) refuse(head.left)
    else
      readBody(message, bodyType, Either.match({ onLeft: refuse, onRight: (body) => respond(exchange, request, body) }))
    return true
  }
  return listener
})
