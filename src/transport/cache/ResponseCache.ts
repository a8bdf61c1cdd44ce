import { HttpServerResponse } from "@effect/platform"
import { ClockCache } from "../../concurrency/ClockCache.ts"
import type { Change } from "../../domain/Change.ts"
import { type CacheTag, tagsInvalidatedBy } from "../wire/CacheTags.ts"
import type { FieldSource } from "../wire/RequestContext.ts"

/** A response to be sent again. The value of a volatile field goes between `before` and `after`. */
export interface CachedResponse {
  readonly before: Buffer
  readonly field?: FieldSource
  readonly after?: Buffer
  readonly etag: string
  /** The response, once it was sent, of a body that never changes. */
  whole?: HttpServerResponse.HttpServerResponse
  /** The time until which it may be sent, in milliseconds. */
  readonly expiresAt: number
}

const responseOf = (body: Buffer, etag: string) =>
  HttpServerResponse.uint8Array(body, { contentType: "application/json", headers: { etag } })

/** A cached response with the current value of its field. If that is a number of views, a call counts one. */
export const toServerResponse = (cached: CachedResponse): HttpServerResponse.HttpServerResponse => {
  const { after, before, etag, field } = cached
  if (field !== undefined && after !== undefined) {
    return responseOf(Buffer.concat([before, Buffer.from(JSON.stringify(field.value())), after]), etag)
  }
  cached.whole ??= responseOf(before, etag)
  return cached.whole
}

interface CacheEntry {
  readonly response: CachedResponse
  readonly tags: ReadonlyArray<CacheTag>
}

/** The memory of an entry, and of each of its tags, beside the bytes of its response. */
const entryBytes = 1_000
const tagBytes = 250

/** Invalidations that are remembered while responses are loaded. After more of them no load of then is cached. */
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

  /** Caches a response whose load began at `load`; false where it is too large, or a change has invalidated it meanwhile. */
  set(target: string, response: CachedResponse, tags: ReadonlyArray<CacheTag>, load: number): boolean {
    const bytes = response.before.length + (response.after?.length ?? 0)
    const weight = entryBytes + tagBytes * tags.length + target.length * 2 + bytes
    if (weight > this.#maxBytes || load < this.#oldestLoad) return false
    if (tags.some((tag) => (this.#invalidatedBy.get(tag) ?? 0) > load)) return false
    this.#entries.set(target, { response, tags }, weight)
    for (const tag of tags) {
      const targets = this.#targetsByTag.get(tag) ?? new Set()
      this.#targetsByTag.set(tag, targets.add(target))
    }
    return true
  }

  /** Drops the responses that are made of what a change concerns. */
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
