import { HttpServerResponse } from "@effect/platform"
import { Context, Deferred, Effect, Layer, Option } from "effect"
import { keptAnswersBytes } from "../Config.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import { entityTagOf, jsonText, textOf } from "../http/EntityTag.ts"
import type { Learnt, Renewed } from "../http/RequestRecord.ts"
import { Changes } from "../services/Changes.ts"
import { type Asked, type Keeping, keepings } from "./Dependence.ts"
import { type Bytes, type KeptAnswer, KeptAnswers } from "./KeptAnswers.ts"
import { Recent } from "./Recent.ts"
import type { Plain } from "./Requests.ts"

type Read = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>

/** How lately something must have been asked for to be kept, where not everything is, in milliseconds. */
const recentMillis = 2_000

/** How an answer is kept, and by what it is found. */
interface Kept {
  readonly keeping: Keeping
  readonly asked: Asked
  readonly target: string
}

/** Where an answer says when it was made: it is told anew each time. */
const madeAt = /(?<="generatedAt":")[^"]*(?=")/

const written = ({ after, before, part }: Bytes): string =>
  part === undefined || after === undefined ? before.toString() : `${before}${part()}${after}`

const make = Effect.gen(function* () {
  const changes = yield* Changes
  const clock = yield* Effect.clock
  const kept = new KeptAnswers(yield* keptAnswersBytes)
  const recent = new Recent(recentMillis)
  const reading = new Map<string, Deferred.Deferred<KeptAnswer | undefined>>()
  yield* changes.listenAll((change) => kept.changed(change))

  const now = () => new Date(clock.unsafeCurrentTimeMillis()).toISOString()

  const isWorth = ({ keeping, target }: Kept) =>
    keeping.isMany === undefined || recent.wasAsked(target, clock.unsafeCurrentTimeMillis())

  const keptOf = (plain: Plain, caller: Option.Option<SignedInUser>): Kept | undefined => {
    const keeping = keepings[plain.endpoint.name]
    const asked = { ...plain, caller }
    if (keeping === undefined || keeping.isFor?.(asked) === false) return undefined
    if (keeping.isOwn === undefined) return { keeping, asked, target: plain.url }
    return Option.isNone(caller) ? undefined : { keeping, asked, target: `${caller.value.id} ${plain.url}` }
  }

  const get = ({ target }: Kept): KeptAnswer | undefined =>
    changes.isCurrent() ? kept.get(target, clock.unsafeCurrentTimeMillis()) : undefined

  const responseOf = ({ bytes, etag }: KeptAnswer) =>
    HttpServerResponse.setHeader(jsonText(written(bytes)), "etag", etag)

  /** The bytes of an answer, and what is to be released when they are forgotten; nothing where they cannot be sent again. */
  const bytesOf = (text: string, renewed: Renewed | undefined) => {
    if (renewed !== undefined) {
      const held = Option.getOrUndefined(renewed.hold())
      if (held === undefined) return undefined
      const bytes = { before: Buffer.from(renewed.before), part: held.part, after: Buffer.from(renewed.after) }
      return { bytes, release: held.release }
    }
    const found = madeAt.exec(text)
    if (found === null) return { bytes: { before: Buffer.from(text) }, release: undefined }
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
    return { bytes: { before: Buffer.from(before), part: now, after: Buffer.from(after) }, release: undefined }
  }

  const keep = (
    { asked, keeping, target }: Kept,
    record: Learnt,
    response: HttpServerResponse.HttpServerResponse,
    since: number
  ) => {
    const text = response.status === 200 ? textOf(response) : undefined
    if (text === undefined || !changes.isCurrent()) return undefined
    const found = bytesOf(text, record.renewed)
    if (found === undefined) return undefined
    const until = clock.unsafeCurrentTimeMillis() + keeping.millis
    const answer = { bytes: found.bytes, etag: entityTagOf(text), until }
    if (kept.keep(target, answer, keeping.grounds(asked, text), since, found.release)) return answer
    found.release?.()
    return undefined
  }

  /** What is read is kept, and given to all who asked for the same meanwhile, unless a change has ended it by then. */
  const readAndKeep = (asked: Kept, record: Learnt, read: Read) =>
    Effect.gen(function* () {
      const done = yield* Deferred.make<KeptAnswer | undefined>()
      reading.set(asked.target, done)
      const since = kept.begin()
      let answer: KeptAnswer | undefined
      return yield* read.pipe(
        Effect.map((response) => {
          answer = keep(asked, record, response, since)
          return answer === undefined ? response : HttpServerResponse.setHeader(response, "etag", answer.etag)
        }),
        Effect.ensuring(
          Effect.suspend(() => {
            kept.end()
            reading.delete(asked.target)
            return Deferred.succeed(done, answer)
          })
        )
      )
    })

  const through = (asked: Kept, record: Learnt, read: Read): Read =>
    Effect.suspend(() => {
      if (!changes.isCurrent()) return read
      const found = get(asked)
      if (found !== undefined) return Effect.succeed(responseOf(found))
      const open = reading.get(asked.target)
      if (open === undefined && !isWorth(asked)) return read
      return open === undefined
        ? readAndKeep(asked, record, read)
        : Effect.flatMap(Deferred.await(open), (answer) =>
            answer === undefined ? read : Effect.succeed(responseOf(answer))
          )
    })

  return { keptOf, get, through }
})

/**
 * The answers of this process that are kept, and how one comes to be. On one instance none is ever older than the last
 * change that was acknowledged: a change ends its answers when it is told, before whoever made it is answered. While
 * changes of other instances may be late (`Changes.isCurrent`), nothing kept is used.
 */
export class KeptReads extends Context.Tag("fast/KeptReads")<
  KeptReads,
  {
    /** How the answer to such a request of such a caller is kept; nothing where it is not. */
    readonly keptOf: (plain: Plain, caller: Option.Option<SignedInUser>) => Kept | undefined

    /** The kept answer, if there is one that may be sent now. */
    readonly get: (kept: Kept) => KeptAnswer | undefined

    /** The kept answer; else what is read, which is kept where it may be. Who asks meanwhile waits for the same reading. */
    readonly through: (kept: Kept, record: Learnt, read: Read) => Read
  }
>() {
  /** Up to `KEPT_ANSWERS_MB`. */
  static readonly layer = Layer.scoped(KeptReads, make)
}
