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

/** An answer that is being read, for all who ask for it meanwhile. */
interface Reading {
  readonly since: number
  readonly startedAt: number
  readonly done: Deferred.Deferred<KeptAnswer | undefined>
  answer: KeptAnswer | undefined
}

/** Bytes of their own: a slice of Node's shared ones would hold all of those. */
const bytesOfText = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

const make = Effect.gen(function* () {
  const changes = yield* Changes
  const clock = yield* Effect.clock
  const maxBytes = yield* keptAnswersBytes
  const kept = new KeptAnswers(maxBytes)
  const recent = new Recent(recentMillis)
  const reading = new Map<string, Deferred.Deferred<KeptAnswer | undefined>>()
  yield* changes.listenAll((change) => kept.changed(change))

  const now = () => new Date(clock.unsafeCurrentTimeMillis()).toISOString()

  const isWorth = ({ keeping, target }: Kept) =>
    keeping.isMany === undefined || recent.wasAsked(target, clock.unsafeCurrentTimeMillis())

  const keptOf = (plain: Plain, caller: Option.Option<SignedInUser>): Kept | undefined => {
    const keeping = keepings[plain.endpoint.name]
    const asked = { ...plain, caller }
    if (maxBytes === 0 || keeping === undefined || keeping.isFor?.(asked) === false) return undefined
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
      const bytes = { before: bytesOfText(renewed.before), part: held.part, after: bytesOfText(renewed.after) }
      return { bytes, release: held.release }
    }
    const found = madeAt.exec(text)
    if (found === null) return { bytes: { before: bytesOfText(text) }, release: undefined }
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
    return { bytes: { before: bytesOfText(before), part: now, after: bytesOfText(after) }, release: undefined }
  }

  const keep = (
    { asked, keeping, target }: Kept,
    record: Learnt,
    response: HttpServerResponse.HttpServerResponse,
    { since, startedAt }: Pick<Reading, "since" | "startedAt">
  ) => {
    const text = response.status === 200 ? textOf(response) : undefined
    if (text === undefined || !changes.isCurrent()) return undefined
    const found = bytesOf(text, record.renewed)
    if (found === undefined) return undefined
    const until = startedAt + keeping.millis // from before it was read: what it shows is as old as that
    const answer = { bytes: found.bytes, etag: entityTagOf(text), until }
    if (kept.keep(target, answer, keeping.grounds(asked, text), since, found.release)) return answer
    found.release?.()
    return undefined
  }

  const begin = (target: string) =>
    Effect.map(Deferred.make<KeptAnswer | undefined>(), (done): Reading => {
      reading.set(target, done)
      return { since: kept.begin(), startedAt: clock.unsafeCurrentTimeMillis(), done, answer: undefined }
    })

  const end = (target: string, { answer, done }: Reading) => {
    kept.end()
    reading.delete(target)
    return Deferred.succeed(done, answer)
  }

  /** What is read is kept, and given to all who asked for the same meanwhile, unless a change has ended it by then. */
  const readAndKeep = (asked: Kept, record: Learnt, read: Read) =>
    Effect.acquireUseRelease(
      begin(asked.target),
      (current) =>
        Effect.map(read, (response) => {
          const answer = keep(asked, record, response, current)
          current.answer = answer
          return answer === undefined ? response : HttpServerResponse.setHeader(response, "etag", answer.etag)
        }),
      (current) => end(asked.target, current)
    )

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
