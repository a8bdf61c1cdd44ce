import { HttpServerRequest } from "@effect/platform"
import { Effect, Layer } from "effect"
import { KnownOrigin } from "../api/McpApi.ts"
import { Forbidden } from "../api/WireErrors.ts"
import { corsOrigins, host, isLoopback, publicUrl } from "../Config.ts"

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "")

/**
 * A server on a loopback address trusts whoever reaches it, and a web page can make a browser reach it: under the name
 * of the page (DNS rebinding), or as an origin of its own. So there both must be ours. A server that others reach has
 * names that it cannot know, and is guarded by the credential alone.
 */
export const layer = Layer.effect(
  KnownOrigin,
  Effect.gen(function* () {
    const onLoopback = isLoopback(yield* host)
    const ownName = hostnameOf(yield* publicUrl)
    const origins: ReadonlyArray<string> = yield* corsOrigins
    const isOurs = (hostname: string) => isLoopback(hostname) || (hostname !== "" && hostname === ownName)
    const isKnown = (origin: string) =>
      origins.includes("*") || origins.includes(origin) || (/^https?:/.test(origin) && isOurs(hostnameOf(origin)))

    const why = ({ host, origin }: Readonly<Record<string, string | undefined>>): string | undefined => {
      if (origin === "null") return "a page without an origin may not call this"
      if (!onLoopback) return undefined
      if (!isOurs(hostnameOf(`http://${host ?? ""}`))) {
        return "this Host is none of this server's: call it as localhost, or name it in PUBLIC_URL"
      }
      if (origin !== undefined && !isKnown(origin))
        return "this Origin may not call this: CORS_ORIGINS lists those that may"
      return undefined
    }

    return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }): Effect.Effect<void, Forbidden> => {
      const message = why(headers)
      return message === undefined ? Effect.void : new Forbidden({ message })
    })
  })
)
