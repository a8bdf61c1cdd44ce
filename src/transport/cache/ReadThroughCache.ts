import { HttpServerResponse } from "@effect/platform"
import { ClockCache } from "@rare-disease-community/text/ClockCache"
import { Context, Deferred, Effect, Layer, Option } from "effect"
import type { CachePolicy, CacheRequest } from "../../api/Keeps.ts"
import { responseCacheBytes } from "../../Config.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { Change } from "../../domain/Change.ts"
import { PostReader, visitor } from "../../domain/posts/Audience.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { responseCacheLookups, update } from "../../metrics/Metrics.ts"
import { Changes } from "../../services/Changes.ts"
import { type CacheTag, tagsInvalidatedBy } from "../wire/CacheTags.ts"
import { compressed, isCompressible } from "../wire/Compression.ts"
import { entityTagged, entityTagOf, textOf } from "../wire/EntityTag.ts"
import { fieldJson, type Tagged } from "../wire/Tagged.ts"
import { type CachedResponse, type CacheReader, toServerResponse } from "./CachedResponse.ts"

type Response = HttpServerResponse.HttpServerResponse
type Load<E, R> = Effect.Effect<Tagged<Response>, E, R>

/** The parts of a request that its key is made of; `url` is all that the response depends on besides the caller. */
export interface CacheableRequest extends Omit<CacheRequest, "caller"> {
  readonly url: string
}

/** The key of a response, and its policy. */
export interface CacheKey {
  readonly target: string
  readonly policy: CachePolicy
}

/**
 * The responses of this process that may be sent again. On one instance the cache is never stale: a write invalidates
 * entries before its own response is sent. While changes of other instances may be late (`Changes.isInSync`) it is not
 * used.
 */
export class ReadThroughCache extends Context.Tag("transport/cache/ReadThroughCache")<
  ReadThroughCache,
  {
    /** The key of a caller's request under a policy; undefined for one that is never cached. */
    readonly keyOf: (
      policy: CachePolicy | undefined,
      request: CacheableRequest,
      caller: Option.Option<SignedInUser>
    ) => CacheKey | undefined

    /**
     * Gives the cached response where one may be sent now. Otherwise it loads the response, once for all concurrent
     * requests of its key, and caches it by its tags. Signed-in callers see their own writes at once, from any
     * instance. The response has the content coding that the client prefers.
     */
    readonly answer: <E, R>(
      key: CacheKey | undefined,
      caller: Option.Option<SignedInUser>,
      reader: CacheReader,
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
  yield* changes.subscribeAll((change) => cache.invalidate(change))

  return ReadThroughCache.of({
    keyOf: (policy, { id, query, url }, caller) => {
      if (maxBytes === 0 || policy === undefined) return undefined
      const request = { id, query, caller }
      if (policy.cacheableFor?.(request) === false) return undefined
      return Option.isSome(caller) && policy.perUser?.(request) === true
        ? { policy, target: `${caller.value.id} ${url}` }
        : { policy, target: url }
    },

    answer: (key, caller, reader, load) => {
      if (key === undefined) return Effect.flatMap(load, (loaded) => compressed(entityTagged(loaded), reader))
      const answerNow = () => {
        const cached = changes.isInSync() ? cache.get(key.target, now()) : undefined
        update(cached === undefined ? responseCacheLookups.miss : responseCacheLookups.hit)
        return cached === undefined
          ? Effect.flatMap(loadOnce(key, reader, Effect.provideService(load, PostReader, visitor)), (response) =>
              compressed(response, reader)
            )
          : Effect.succeed(toServerResponse(cached, reader))
      }
      return Option.isSome(caller) ? Effect.flatMap(changes.readBarrier, answerNow) : Effect.suspend(answerNow)
    }
  })
}

interface CacheEntry {
  readonly response: CachedResponse
  readonly tags: ReadonlyArray<CacheTag>
}

/** The memory that an entry counts as, besides the bytes of its response. */
const entryBytes = 1_000

/** The memory that each tag of an entry counts as. */
const tagBytes = 250

/**
 * The maximum number of invalidations that are remembered while responses are loaded. After more of them none of these
 * responses is cached.
 */
const maxInvalidated = 10_000

/**
 * Responses by target, up to a number of bytes, until a change invalidates one of their tags or they expire. A response
 * that was being loaded when one of its tags was invalidated is not cached: it may be older than the change.
 */
export class ResponseCache {
  readonly #maxBytes: number
  readonly #entries: ClockCache<string, CacheEntry>
  readonly #targetsByTag = new Map<CacheTag, Set<string>>()
  /** A logical clock: the number of changes so far. */
  #changes = 0
  /** The change that last invalidated a tag, while anything is being loaded. */
  readonly #invalidatedBy = new Map<CacheTag, number>()
  #loads = 0
  /** Loads that began before this change are not cached. */
  #oldestLoad = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#entries = new ClockCache(maxBytes, (target, entry) => this.#dropped(target, entry))
  }

  get(target: string, now: number): CachedResponse | undefined {
    const response = this.#entries.get(target)?.response
    if (response === undefined) return undefined
    if (response.expiresAt > now) return response
    this.#entries.delete(target)
    return undefined
  }

  /** Begins to load a response. `endLoad` follows, however the load ends. */
  beginLoad(): number {
    this.#loads += 1
    return this.#changes
  }

  endLoad() {
    this.#loads -= 1
    if (this.#loads === 0) this.#invalidatedBy.clear()
  }

  /**
   * Caches a response whose load began at `load`; false where it is too large, or a change has invalidated it since.
   */
  set(target: string, response: CachedResponse, tags: ReadonlyArray<CacheTag>, load: number): boolean {
    const bytes = response.before.length + (response.after?.length ?? 0)
    // The compressed variants are made later: together they are smaller than the plain one.
    const variantBytes = isCompressible(response.contentType, bytes) ? bytes : 0
    const weight = entryBytes + tagBytes * tags.length + target.length * 2 + bytes + variantBytes
    if (weight > this.#maxBytes || load < this.#oldestLoad) return false
    if (tags.some((tag) => (this.#invalidatedBy.get(tag) ?? 0) > load)) return false
    this.#entries.set(target, { response, tags }, weight)
    for (const tag of tags) {
      const targets = this.#targetsByTag.get(tag) ?? new Set()
      this.#targetsByTag.set(tag, targets.add(target))
    }
    return true
  }

  /** Drops the responses that have a cache tag which the change invalidates. */
  invalidate(change: Change) {
    this.#changes += 1
    if (change.kind === "restart") this.#entries.clear()
    if (change.kind === "restart" || this.#invalidatedBy.size > maxInvalidated) {
      this.#invalidatedBy.clear()
      this.#oldestLoad = this.#changes
    }
    for (const tag of tagsInvalidatedBy(change)) {
      if (this.#loads > 0) this.#invalidatedBy.set(tag, this.#changes)
      for (const target of this.#targetsByTag.get(tag) ?? []) this.#entries.delete(target)
    }
  }

  #dropped(target: string, { response, tags }: CacheEntry) {
    for (const tag of tags) {
      const targets = this.#targetsByTag.get(tag)
      targets?.delete(target)
      if (targets?.size === 0) this.#targetsByTag.delete(tag)
    }
    response.field?.release()
  }
}
