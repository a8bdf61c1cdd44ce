import type { IncomingMessage } from "node:http"
import { Context, Effect, Either, type Option } from "effect"
import type { PayloadTooLarge, UnsupportedMediaType } from "../../api/WireErrors.ts"
import { Viewer } from "../../domain/accounts/CurrentUser.ts"
import { endpointOf } from "../http/Endpoints.ts"
import { makeExchanges } from "../http/Exchanges.ts"
import type { RequestListener } from "../http/RequestListeners.ts"
import { checkBodyHead, checkBodyText, readBody } from "../wire/Body.ts"
import { LegacyHttp } from "./legacy/LegacyHttp.ts"
import { parseBody } from "./McpMessages.ts"

const type = "application/json"

/** The URL that the `endpoint` event names. */
const plainUrl = /^\/api\/mcp\?sessionId=([\w-]+)$/

/** The session of a message over HTTP+SSE in its plain form; undefined for any other request. */
const sessionOf = (request: IncomingMessage): string | undefined => {
  const { headers, method, url = "" } = request
  if (method !== "POST" || headers.host === undefined || headers.expect !== undefined) return undefined
  const isReadable = headers["transfer-encoding"] === undefined && Either.isRight(checkBodyHead(request, type))
  return isReadable ? plainUrl.exec(url)?.[1] : undefined
}

/**
 * Takes the messages of HTTP+SSE in their plain form, without platform's pipeline. Requests in an unusual form are left
 * to `McpHttp`.
 */
export const make = Effect.gen(function* () {
  const { admit, answer, begin } = yield* makeExchanges
  const legacy = yield* LegacyHttp
  const endpoint = yield* Effect.orDie(Effect.fromNullable(endpointOf("POST", "/api/mcp")))

  const listener: RequestListener = (request, response) => {
    const sessionId = sessionOf(request)
    if (sessionId === undefined) return false
    const exchange = begin(request, response, endpoint, { sessionId })
    if (exchange === undefined) return false
    admit(exchange, (caller) => {
      const body = Effect.async<Option.Option<string>, PayloadTooLarge | UnsupportedMediaType>((resume) =>
        readBody(request, type, resume)
      ).pipe(Effect.flatMap(checkBodyText), Effect.map(parseBody))
      answer(exchange, legacy.send(sessionId, body), Context.make(Viewer, caller))
    })
    return true
  }
  return listener
})
