import { brotliCompress, constants, gzip } from "node:zlib"
import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { type ContentCoding, contentCodingFor } from "../../wire/ContentCoding.ts"
import { entityTagOf } from "../../wire/EntityTag.ts"
import { RequestContext } from "../../wire/RequestContext.ts"

/** Higher qualities take seconds for the docs page, and save a few percent. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compress = (run: (done: (error: Error | null, bytes: Buffer) => void) => void) =>
  Effect.orDie(
    Effect.async<Buffer, Error>((resume) =>
      run((error, bytes) => resume(error === null ? Effect.succeed(bytes) : Effect.fail(error)))
    )
  )

/** Compression runs in zlib's threads. */
const encoders: Readonly<Record<ContentCoding, (bytes: Buffer) => Effect.Effect<Buffer>>> = {
  br: (bytes) => compress((done) => brotliCompress(bytes, brotliOptions, done)),
  gzip: (bytes) => compress((done) => gzip(bytes, done)),
  identity: Effect.succeed
}

/** Computes a value once, at its first request, even if that client hangs up meanwhile. */
const once = <A>(made: Effect.Effect<A>) => Effect.cached(Effect.uninterruptible(made))

const variants = (contentType: string, text: string) => {
  const bytes = Buffer.from(text)
  const etag = entityTagOf(text)
  const variant = (coding: ContentCoding) =>
    once(
      Effect.map(encoders[coding](bytes), (encoded) =>
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
