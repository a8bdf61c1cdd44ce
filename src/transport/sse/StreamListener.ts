import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { endpointOf } from "../http/Endpoints.ts"
import { toWireError } from "../http/Errors.ts"
import { makeExchanges } from "../http/Exchanges.ts"
import { InFlight } from "../http/InFlight.ts"
import type { RequestListener } from "../http/RequestListeners.ts"
import { closedBehindStream, endWithStream } from "../wire/StreamBody.ts"
import { NotificationStreams } from "./NotificationStreams.ts"

const path = "/api/notifications/stream"

/** A query of unreserved characters, which every parser reads alike. */
const plainQuery = /^(?:[A-Za-z]+=[\w.~-]*(?:&(?!$)|$))*$/

/** The query of a request for the stream in its plain form, with no name twice; undefined for any other request. */
const queryOf = ({ headers, method, url = "" }: IncomingMessage): Readonly<Record<string, string>> | undefined => {
  const [pathname, query = "", ...rest] = url.split("?")
  if (method !== "GET" || pathname !== path || rest.length > 0 || !plainQuery.test(query)) return undefined
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return undefined
  const parameters = new URLSearchParams(query)
  const values = Object.fromEntries(parameters)
  return headers.expect !== undefined || parameters.size > Object.keys(values).length ? undefined : values
}

/**
 * Takes requests for the notification stream: writes the stream to Node's response, without platform's pipeline. Where
 * credential and position are known no fiber is run. Requests in an unusual form are left to `NotificationsStreamHttp`.
 */
export const make = Effect.gen(function* () {
  const exchanges = yield* makeExchanges
  const inFlight = yield* InFlight
  const streams = yield* NotificationStreams
  const endpoint = yield* Effect.fromNullable(endpointOf("GET", path)).pipe(Effect.orDie)

  const listener: RequestListener = (request, response) => {
    if (closedBehindStream(request)) return true
    const query = queryOf(request)
    // A response that waits behind another one has no socket yet.
    const exchange =
      query === undefined || response.socket === null ? undefined : exchanges.begin(request, response, endpoint, query)
    if (query === undefined || exchange === undefined) return false
    const header = request.headers["last-event-id"]
    const lastEventId = header === undefined ? query["lastEventId"] || undefined : String(header)
    const begin = () => {
      if (!inFlight.isNewest(request)) request.socket.destroy()
      if (request.socket.destroyed) return undefined
      exchanges.openStream(exchange)
      endWithStream(request)
      return response
    }
    exchanges.admit(exchange, (caller) => {
      const user = Option.getOrThrow(caller) // the endpoint admits signed-in callers only
      if (streams.openNow(user, lastEventId, begin)) return
      const open = Effect.provideService(toWireError(streams.open(lastEventId, begin)), CurrentUser, user)
      exchanges.run(exchange, open, () => undefined)
    })
    return true
  }
  return listener
})
