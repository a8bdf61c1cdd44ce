import { HttpServerResponse } from "@effect/platform"
import { Context, Deferred, Effect, Layer, Option } from "effect"
import type { CachePolicy, CacheRequest } from "../../api/Keeps.ts"
import { responseCacheBytes } from "../../Config.ts"
import { PostReader, visitor } from "../../domain/posts/Audience.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { responseCacheLookups, update } from "../../metrics/Metrics.ts"
import { Changes } from "../../services/Changes.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { compressed } from "../wire/Compression.ts"
import { entityTagged, entityTagOf, textOf } from "../wire/EntityTag.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import { fieldJson, type Tagged } from "../wire/Tagged.ts"
import { type CachedResponse, type CacheReader, ResponseCache, toServerResponse } from "./ResponseCache.ts"

type Response = HttpServerResponse.HttpServerResponse
type Load<E, R> = Effect.Effect<Tagged<Response>, E, R>

/** A call of an endpoint, a page or a tool, whose response may be sent again. */
export interface CacheableCall extends CacheRequest {
  /** All that the response depends on besides the caller. */
  readonly url: string
  /** Absent for responses that are never cached. */
  readonly keeps: CachePolicy | undefined
  /** The response may have posts that are not for everyone. */
  readonly showsPosts: boolean
  readonly isWrite: boolean
}

/** The key of a response, and its policy. */
interface CacheKey {
  readonly target: string
  readonly policy: CachePolicy
}

/** The state of a request that its response depends on, and the headers that the response gets. */
type Recipient = CacheReader & Pick<RequestState, "headers" | "isHead">

/** For answers that may have texts which are not for everyone. */
const notStored = "private, no-store"

/**
 * The responses of this process that may be sent again. On one instance the cache is never stale: a write invalidates
 * entries before its own response is sent. While changes of other instances may be late (`Changes.isInSync`) it is not
 * used.
 */
export class ReadThroughCache extends Context.Tag("transport/cache/ReadThroughCache")<
  ReadThroughCache,
  {
    /**
     * Gives the cached response where one may be sent now. Otherwise it loads the response, once for all concurrent
     * requests of its key, and caches it by its tags. Signed-in callers see their own writes at once, from any
     * instance. The response has the content coding that the client prefers.
     *
     * Where the caller may read posts that are not for everyone, a response with posts is loaded for this caller alone,
     * and nobody stores it. All other reads are those of a visitor.
     */
    readonly answer: <E, R>(
      call: CacheableCall,
      recipient: Recipient,
      load: Load<E, R>
    ) => Effect.Effect<Response, E | Unavailable, R>
  }
>() {
  /** Up to `RESPONSE_CACHE_MB`. */
  static readonly layer = Layer.scoped(ReadThroughCache, Effect.gen(make))
}

/** Not a slice of Node's shared buffers: it would retain all of one. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/**
 * The parts of a response, around its renewable value; undefined for a stream, and if that value cannot be renewed any
 * more.
 */
const partsOf = ({ value: response, volatile }: Tagged<Response>): Omit<CachedResponse, "expiresAt"> | undefined => {
  const text = textOf(response)
  if (text === undefined) return undefined
  const head = { contentType: response.headers["content-type"] ?? "", etag: entityTagOf(text, volatile) }
  const renewable = volatile.find(({ acquire }) => acquire !== undefined)
  if (renewable?.acquire === undefined) return { ...head, before: bytesOf(text) }
  const json = fieldJson(renewable.name, renewable.value)
  const field = Option.getOrUndefined(renewable.acquire())
  if (field === undefined) return undefined
  // In a page the same characters may be a member's words, and no field.
  const at = head.contentType.startsWith("application/json") ? text.indexOf(json) : -1
  if (at === -1) return { ...head, before: bytesOf(text), field }
  const end = at + json.length
  const start = end - JSON.stringify(renewable.value).length
  return { ...head, before: bytesOf(text.slice(0, start)), field, after: bytesOf(text.slice(end)) }
}

/** A response that is being loaded, for all concurrent requests. */
interface InFlightLoad {
  readonly done: Deferred.Deferred<CachedResponse | undefined>
  /** The cache's logical time at the start. */
  readonly began: number
  readonly startedAt: number
  cached: CachedResponse | undefined
}

/**
 * Loads a response once for all concurrent requests, and caches it. `SingleFlight.ts` is not used here: the load runs
 * in the first request's own fiber, which gets its own response, and the others load theirs where none was cached.
 */
const makeLoadOnce = (cache: ResponseCache, changes: Changes["Type"], now: () => number) => {
  const inFlight = new Map<string, InFlightLoad>()

  const begin = (target: string) =>
    Effect.map(Deferred.make<CachedResponse | undefined>(), (done): InFlightLoad => {
      const load = { done, began: cache.beginLoad(), startedAt: now(), cached: undefined }
      inFlight.set(target, load)
      return load
    })

  const end = (target: string, { cached, done }: InFlightLoad) => {
    cache.endLoad()
    inFlight.delete(target)
    return Deferred.succeed(done, cached)
  }

  const store = ({ policy, target }: CacheKey, loaded: Tagged<Response>, { began, startedAt }: InFlightLoad) => {
    const isCacheable = loaded.value.status === 200 && loaded.tags.length > 0 && changes.isInSync()
    const parts = isCacheable ? partsOf(loaded) : undefined
    if (parts === undefined) return undefined
    // Data without a tag is as old as the start of the load.
    const cached = { ...parts, expiresAt: startedAt + policy.maxAgeMillis }
    if (cache.set(target, cached, loaded.tags, began)) return cached
    parts.field?.release()
    return undefined
  }

  return <E, R>(key: CacheKey, reader: CacheReader, load: Load<E, R>): Effect.Effect<Response, E, R> => {
    const uncached = Effect.map(load, entityTagged)
    if (!changes.isInSync()) return uncached
    const other = inFlight.get(key.target)
    // Concurrent requests load their own response if it could not be cached.
    if (other !== undefined) {
      return Effect.flatMap(Deferred.await(other.done), (cached) =>
        cached === undefined ? uncached : Effect.succeed(toServerResponse(cached, reader))
      )
    }
    const loadAndStore = (current: InFlightLoad) =>
      Effect.map(load, (loaded) => {
        current.cached = store(key, loaded, current)
        if (current.cached === undefined) return entityTagged(loaded)
        return current.cached.field === undefined
          ? toServerResponse(current.cached, reader)
          : HttpServerResponse.setHeader(loaded.value, "etag", current.cached.etag)
      })
    return Effect.acquireUseRelease(begin(key.target), loadAndStore, (current) => end(key.target, current))
  }
}

function* make() {
  const changes = yield* Changes
  const clock = yield* Effect.clock
  const maxBytes = yield* responseCacheBytes
  const cache = new ResponseCache(maxBytes)
  const now = () => clock.unsafeCurrentTimeMillis()
  const loadOnce = makeLoadOnce(cache, changes, now)
  const { readsRestricted } = yield* Posts
  yield* changes.subscribeAll((change) => cache.invalidate(change))

  const keyOf = (call: CacheableCall): CacheKey | undefined => {
    const { caller, keeps, url } = call
    if (maxBytes === 0 || keeps === undefined || keeps.cacheableFor?.(call) === false) return undefined
    const isOwn = Option.isSome(caller) && keeps.perUser?.(call) === true
    return { policy: keeps, target: isOwn ? `${caller.value.id} ${url}` : url }
  }

  /** Answers a read of a visitor, from the cache where its key is there. */
  const cached = <E, R>(key: CacheKey, recipient: Recipient, load: Load<E, R>) =>
    Effect.suspend(() => {
      const found = changes.isInSync() ? cache.get(key.target, now()) : undefined
      update(found === undefined ? responseCacheLookups.miss : responseCacheLookups.hit)
      return found === undefined
        ? Effect.flatMap(loadOnce(key, recipient, load), (response) => compressed(response, recipient))
        : Effect.succeed(toServerResponse(found, recipient))
    })

  const answer = <E, R>(call: CacheableCall, recipient: Recipient, load: Load<E, R>, isRestricted: boolean) => {
    if (isRestricted) recipient.headers["cache-control"] = notStored
    const loaded = call.isWrite || isRestricted ? load : Effect.provideService(load, PostReader, visitor)
    const key = call.isWrite || isRestricted || recipient.isHead ? undefined : keyOf(call)
    if (key === undefined) return Effect.flatMap(loaded, (response) => compressed(entityTagged(response), recipient))
    const response = cached(key, recipient, loaded)
    return Option.isSome(call.caller) ? Effect.zipRight(changes.readBarrier, response) : response
  }

  return ReadThroughCache.of({
    answer: (call, recipient, load) =>
      call.isWrite || call.showsPosts
        ? Effect.flatMap(readsRestricted(call.caller), (isRestricted) => answer(call, recipient, load, isRestricted))
        : answer(call, recipient, load, false)
  })
}
