import type { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Option } from "effect"
import { CurrentUser } from "../../../domain/accounts/CurrentUser.ts"
import { Changes } from "../../../services/Changes.ts"
import type { ReadEndpoint } from "../../cache/CachePolicies.ts"
import { ReadThroughCache } from "../../cache/ReadThroughCache.ts"
import { jsonText } from "../../wire/EntityTag.ts"
import { newRequestState, RequestContext } from "../../wire/RequestContext.ts"
import type { Caller } from "../Caller.ts"
import type { EncodedJson } from "../McpEventStream.ts"

interface Failure {
  readonly message: string
}

/** A call of a tool whose results are cached as the responses of an endpoint. */
interface CachedCall<P> {
  readonly endpoint: ReadEndpoint
  /** The tool with its arguments: all that the result depends on beside the caller. */
  readonly target: string
  /** Counts the call. A hit counts too. */
  readonly count: Effect.Effect<void, Failure, Caller>
  readonly payload: Effect.Effect<P, Failure>
  /** Gives the result after a miss, tagged by `withCacheTags`. It does not count the call. */
  readonly load: (payload: P) => Effect.Effect<string, Failure, Caller>
}

const jsonOf = ({ body }: HttpServerResponse.HttpServerResponse): EncodedJson => {
  if (body._tag === "Raw" && typeof body.body === "string") return body.body
  if (body._tag !== "Uint8Array") return ""
  return Buffer.isBuffer(body.body) ? body.body : Buffer.from(body.body)
}

/**
 * Gives results of tools from the cache of responses, by the policies of `CachePolicies.ts`: with the read barrier, since
 * callers of tools are signed in and see their own writes at once, from any instance.
 */
export const makeToolCache = Effect.gen(function* () {
  const cache = yield* ReadThroughCache
  const { readBarrier } = yield* Changes

  return <P>({ count, endpoint, load, payload, target }: CachedCall<P>) =>
    Effect.flatMap(Effect.zipLeft(Effect.context<Caller>(), readBarrier), (caller) => {
      const user = Context.get(caller, CurrentUser)
      const request = { endpoint: { name: endpoint }, id: undefined, query: {}, url: target }
      const key = cache.keyOf(request, Option.some(user))
      const hit = key === undefined ? undefined : cache.get(key, { acceptEncoding: undefined })
      if (hit !== undefined) return Effect.map(count, () => jsonOf(hit))
      return Effect.flatMap(Effect.zipLeft(payload, count), (payload) => {
        const state = { ...newRequestState(), userId: user.id }
        const response = Effect.provide(
          Effect.map(load(payload), (json) => jsonText(json)),
          Context.add(caller, RequestContext, state)
        )
        return Effect.map(key === undefined ? response : cache.load(key, state, response), jsonOf)
      })
    })
})
