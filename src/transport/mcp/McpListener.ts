import type { IncomingMessage } from "node:http"
import { Context, Effect, Either } from "effect"
import { Viewer } from "../../domain/accounts/CurrentUser.ts"
import { isPlainBody, readBody } from "../cache/SimpleRequest.ts"
import { endpointOf } from "../http/Endpoints.ts"
import { makeExchanges } from "../http/Exchanges.ts"
import type { RequestListener } from "../http/RequestListeners.ts"
import { checkBodyText } from "../wire/Body.ts"
import { accepted, LegacyHttp } from "./legacy/LegacyHttp.ts"
import { parseBody } from "./McpMessages.ts"

/** The URL that the `endpoint` event names. */
const plainUrl = /^\/api\/mcp\?sessionId=([\w.-]+)$/

const acceptedBytes = Buffer.from(accepted)
const acceptedHeaders = { "content-type": "text/plain", "content-length": String(acceptedBytes.length) }

/** The session of a message over HTTP+SSE in its plain form; undefined for any other request. */
const sessionOf = (request: IncomingMessage): string | undefined => {
  const { headers, method, url = "" } = request
  if (method !== "POST" || headers.host === undefined || headers.expect !== undefined) return undefined
  return headers["transfer-encoding"] === undefined && isPlainBody(request) ? plainUrl.exec(url)?.[1] : undefined
}

/**
 * Takes the messages of HTTP+SSE in their plain form, without platform's pipeline. Requests in an unusual form are left
 * to `McpHttp`.
 */
export const make = Effect.gen(function* () {
  const { admit, answer, begin, send } = yield* makeExchanges
  const legacy = yield* LegacyHttp
  const endpoint = yield* Effect.orDie(Effect.fromNullable(endpointOf("POST", "/api/mcp")))

  const listener: RequestListener = (request, response) => {
    const sessionId = sessionOf(request)
    if (sessionId === undefined) return false
    const exchange = begin(request, response, endpoint, { sessionId })
    if (exchange === undefined) return false
    readBody(request, (body) =>
      admit(exchange, (caller) => {
        const posted = Either.map(checkBodyText(body), parseBody)
        if (Either.isRight(posted) && legacy.sendNow(sessionId, posted.right, caller, exchange.state)) {
          return send(exchange, 202, acceptedHeaders, acceptedBytes)
        }
        const sent = Effect.flatMap(posted, (body) => legacy.send(sessionId, body))
        return answer(exchange, sent, Context.make(Viewer, caller))
      })
    )
    return true
  }
  return listener
})
