import { HttpServerResponse } from "@effect/platform"
import { Context, Deferred, Effect, Layer } from "effect"
import { keptAnswersBytes } from "../Config.ts"
import { entityTagOf } from "../http/EntityTag.ts"
import { Changes } from "../services/Changes.ts"
import { keepings } from "./Dependence.ts"
import { type Bytes, type KeptAnswer, KeptAnswers } from "./KeptAnswers.ts"
import type { Plain } from "./Requests.ts"

type Read = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>

/** Where an answer says when it was made: it is told anew each time. */
const madeAt = /(?<="generatedAt":")[^"]*(?=")/

const textOf = ({ after, before, part }: Bytes): Buffer =>
  part === undefined || after === undefined ? before : Buffer.concat([before, Buffer.from(part()), after])

const make = Effect.gen(function* () {
  const changes = yield* Changes
  const clock = yield* Effect.clock
  const kept = new KeptAnswers(yield* keptAnswersBytes)
  const reading = new Map<string, Deferred.Deferred<KeptAnswer | undefined>>()
  yield* changes.listenAll((change) => kept.changed(change))

  const now = () => new Date(clock.unsafeCurrentTimeMillis()).toISOString()

  const bytesOf = (body: Buffer, text: string): Bytes => {
    const found = madeAt.exec(text)
    if (found === null) return { before: body }
    const at = Buffer.byteLength(text.slice(0, found.index))
    return { before: body.subarray(0, at), part: now, after: body.subarray(at + Buffer.byteLength(found[0])) }
  }

  const keeps = ({ endpoint }: Plain) => endpoint.name in keepings

  const get = ({ url }: Plain): KeptAnswer | undefined =>
    changes.isCurrent() ? kept.get(url, clock.unsafeCurrentTimeMillis()) : undefined

  const responseOf = ({ bytes, etag }: KeptAnswer) =>
    HttpServerResponse.setHeader(
      HttpServerResponse.uint8Array(textOf(bytes), { contentType: "application/json" }),
      "etag",
      etag
    )

  const keep = (
    { endpoint, query, url }: Plain,
    { body, status }: HttpServerResponse.HttpServerResponse,
    since: number
  ) => {
    const keeping = keepings[endpoint.name]
    if (keeping === undefined || status !== 200 || body._tag !== "Uint8Array" || !changes.isCurrent()) return undefined
    const buffer = Buffer.from(body.body)
    const text = buffer.toString("utf8")
    const answer = {
      bytes: bytesOf(buffer, text),
      etag: entityTagOf(body.body),
      until: clock.unsafeCurrentTimeMillis() + keeping.millis
    }
    return kept.keep(url, answer, keeping.grounds(query, text), since) ? answer : undefined
  }

  /** What is read is kept, and given to all who asked for the same meanwhile, unless a change has ended it by then. */
  const readAndKeep = (plain: Plain, read: Read) =>
    Effect.gen(function* () {
      const done = yield* Deferred.make<KeptAnswer | undefined>()
      reading.set(plain.url, done)
      const since = kept.begin()
      let answer: KeptAnswer | undefined
      return yield* read.pipe(
        Effect.map((response) => {
          answer = keep(plain, response, since)
          return answer === undefined ? response : responseOf(answer)
        }),
        Effect.ensuring(
          Effect.suspend(() => {
            kept.end()
            reading.delete(plain.url)
            return Deferred.succeed(done, answer)
          })
        )
      )
    })

  const through = (plain: Plain, read: Read): Read =>
    Effect.suspend(() => {
      if (!keeps(plain) || !changes.isCurrent()) return read
      const found = get(plain)
      if (found !== undefined) return Effect.succeed(responseOf(found))
      const open = reading.get(plain.url)
      return open === undefined
        ? readAndKeep(plain, read)
        : Effect.flatMap(Deferred.await(open), (answer) =>
            answer === undefined ? read : Effect.succeed(responseOf(answer))
          )
    })

  return { keeps, get, through }
})

/**
 * The answers of this process that are kept, and how one comes to be. On one instance none is ever older than the last
 * change that was acknowledged: a change ends its answers when it is told, before whoever made it is answered. While
 * changes of other instances may be late (`Changes.isCurrent`), nothing kept is used.
 */
export class KeptReads extends Context.Tag("fast/KeptReads")<
  KeptReads,
  {
    /** Whether answers to such requests are kept. */
    readonly keeps: (plain: Plain) => boolean

    /** The kept answer to this request, if there is one that may be sent now. */
    readonly get: (plain: Plain) => KeptAnswer | undefined

    /** The kept answer; else what is read, which is kept where it may be. Who asks meanwhile waits for the same reading. */
    readonly through: (plain: Plain, read: Read) => Read
  }
>() {
  /** Up to `KEPT_ANSWERS_MB`. */
  static readonly layer = Layer.scoped(KeptReads, make)
}
