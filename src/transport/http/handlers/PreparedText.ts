import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { encodeAside } from "../../wire/Compression.ts"
import { type ContentCoding, contentCodingFor } from "../../wire/ContentCoding.ts"
import { entityTagOf } from "../../wire/EntityTag.ts"
import { RequestContext } from "../../wire/RequestContext.ts"

/** Computes a value once, at its first request, even if that client hangs up meanwhile. */
const once = <A>(made: Effect.Effect<A>) => Effect.cached(Effect.uninterruptible(made))

const variants = (contentType: string, text: string) => {
  const bytes = Buffer.from(text)
  const etag = entityTagOf(text)
  const variant = (coding: ContentCoding) =>
    once(
      Effect.map(encodeAside(coding, bytes), (encoded) =>
        HttpServerResponse.uint8Array(encoded, {
          contentType,
          headers: { etag, vary: "Accept-Encoding", ...(coding === "identity" ? {} : { "content-encoding": coding }) }
        })
      )
    )
  return Effect.all({ br: variant("br"), gzip: variant("gzip"), identity: variant("identity") })
}

/** Responds with a constant text. Its bytes, its tag and each content coding are computed at their first request. */
export const preparedText = (contentType: string, text: Effect.Effect<string>) =>
  Effect.map(once(Effect.flatMap(text, (text) => variants(contentType, text))), (prepared) =>
    Effect.flatMap(RequestContext, ({ acceptEncoding }) =>
      Effect.flatMap(prepared, (variants) => variants[contentCodingFor(acceptEncoding)])
    )
  )
