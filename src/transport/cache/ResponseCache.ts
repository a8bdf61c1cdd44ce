import { HttpServerResponse } from "@effect/platform"
import { ClockCache } from "@rare-disease-community/text/ClockCache"
import type { Change } from "../../domain/Change.ts"
import { type CacheTag, tagsInvalidatedBy } from "../wire/CacheTags.ts"
import { gzipAround, gzipResponse, isCompressible, takesGzip, variantsOf } from "../wire/Compression.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import type { FieldSource } from "../wire/Tagged.ts"

/** A response to be sent again. The value of a volatile field goes between `before` and `after`. */
export interface CachedResponse {
  readonly before: Buffer
  readonly field?: FieldSource
  /** Absent where the body does not show the value of the field, which only counts. */
  readonly after?: Buffer
  readonly contentType: string
  readonly etag: string
  /** The variants by content coding of a body that never changes, once it was sent. */
  variants?: ReturnType<typeof variantsOf>
  /** The body around its field, compressed, once it was sent so. */
  around?: ReturnType<typeof gzipAround>
  /** The time until which it may be sent, in milliseconds. */
  readonly expiresAt: number
}

/** The parts of a request that the response from the cache depends on, besides its key. */
export type CacheReader = Pick<RequestState, "acceptEncoding" | "countsView">

/** A cached response with the current value of its field, by which it counts its views. */
export const toServerResponse = (
  cached: CachedResponse,
  { acceptEncoding, countsView }: CacheReader
): HttpServerResponse.HttpServerResponse => {
  const { after, before, contentType, etag, field } = cached
  const value = field?.value(countsView)
  if (value === undefined || after === undefined) {
    cached.variants ??= variantsOf(before, contentType, etag)
    return cached.variants(acceptEncoding)
  }
  const middle = Buffer.from(JSON.stringify(value))
  const isOpen = isCompressible(contentType, before.length + after.length)
  if (isOpen && takesGzip(acceptEncoding)) {
    cached.around ??= gzipAround(before, after)
    return gzipResponse(cached.around(middle), contentType, etag)
  }
  const headers = isOpen ? { etag, vary: "Accept-Encoding" } : { etag }
  return HttpServerResponse.uint8Array(Buffer.concat([before, middle, after]), { contentType, headers })
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
