import { HttpServerResponse } from "@effect/platform"
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
