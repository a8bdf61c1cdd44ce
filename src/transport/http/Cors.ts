import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Option } from "effect"
import { pathnameOf } from "../wire/RequestTarget.ts"
import { methodsOf } from "./Endpoints.ts"

/** The headers that a script of another origin may read. */
const exposedHeaders =
  "Allow, ETag, Idempotency-Replayed, Location, Mcp-Session-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, " +
  "WWW-Authenticate, X-Request-Id, X-Unknown-Parameters"

const allowedOrigin = (origins: ReadonlyArray<string>, origin: string | undefined): Option.Option<string> => {
  if (origin === undefined) return Option.none()
  if (origins.includes("*")) return Option.some("*")
  return origins.includes(origin) ? Option.some(origin) : Option.none()
}

/** The headers that let a script of another origin read a response; none unless the operator lists the origin. */
export const corsHeaders = (
  origins: ReadonlyArray<string>,
  origin: string | undefined
): Readonly<Record<string, string>> => {
  if (origins.length === 0) return {}
  return Option.match(allowedOrigin(origins, origin), {
    onNone: () => ({ vary: "Origin" }),
    onSome: (origin) => ({
      vary: "Origin",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": exposedHeaders
    })
  })
}

/** The response to a preflight; none for any other request, and none unless the operator lists origins. */
export const preflight = (
  origins: ReadonlyArray<string>,
  { headers, method, url }: HttpServerRequest.HttpServerRequest
): Option.Option<HttpServerResponse.HttpServerResponse> => {
  const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined
  const methods = isPreflight && origins.length > 0 ? methodsOf(pathnameOf(url)) : []
  return methods.length === 0
    ? Option.none()
    : Option.some(
        HttpServerResponse.empty({
          status: 204,
          headers: {
            "access-control-allow-methods": methods.join(", "),
            "access-control-allow-headers":
              "Authorization, Content-Type, If-None-Match, Idempotency-Key, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id",
            "access-control-max-age": "600"
          }
        })
      )
}
