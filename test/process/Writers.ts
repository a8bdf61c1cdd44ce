import { FetchHttpClient } from "@effect/platform"
import { Deferred, Effect, type Redacted } from "effect"
import * as CommunityClient from "../../src/client/CommunityClient.ts"
import type { CommentId, PostId, UserId } from "../../src/domain/Ids.ts"
import { join } from "../support/Members.ts"
import { clientOf } from "./Program.ts"

/** A member who writes, with a token that outlives restarts. */
export interface Writer {
  readonly id: UserId
  readonly token: Redacted.Redacted
  /** The posts that the member liked or tried to like: once each, since a like is a toggle. */
  readonly tried: Set<PostId>
}

/** The writes that were answered with 2xx. */
export interface Acknowledged {
  readonly posts: Set<PostId>
  readonly comments: Map<CommentId, PostId>
  readonly likes: Array<{ readonly writer: Writer; readonly post: PostId }>
}

/** Nothing yet. */
export const nothing = (): Acknowledged => ({ posts: new Set(), comments: new Map(), likes: [] })

/** The number of acknowledged writes. */
export const countOf = ({ comments, likes, posts }: Acknowledged) => posts.size + comments.size + likes.length

/** The typed client of a writer. */
export const clientAs = ({ token }: Writer, baseUrl: string) =>
  Effect.provide(CommunityClient.make({ baseUrl, credential: token }), FetchHttpClient.layer)

/** New members of the community at `url`. */
export const newWriters = (count: number, url: string) =>
  Effect.replicateEffect(join(), count).pipe(
    Effect.map((members) => members.map(({ token, user }): Writer => ({ id: user.id, token, tried: new Set() }))),
    Effect.provide(clientOf(url))
  )

/** One after another: a post, two comments and two likes of posts that are there. */
const write = (writer: Writer, url: string, acknowledged: Acknowledged, noted: () => void) =>
  Effect.gen(function* () {
    const { comments, likes, posts } = yield* clientAs(writer, url)
    const payload = { title: "Kept", content: "Is this *kept*?", category: "topic" } as const
    const created = yield* posts.create({ payload })
    acknowledged.posts.add(created.id)
    noted()
    const known = Array.from(acknowledged.posts)
    for (const [turn, post] of [known[0] ?? created.id, known.at(-1) ?? created.id].entries()) {
      const comment = yield* comments.create({ path: { id: post }, payload: { content: `comment ${turn}` } })
      acknowledged.comments.set(comment.id, post)
      noted()
    }
    for (const post of known.filter((id) => !writer.tried.has(id)).slice(0, 2)) {
      writer.tried.add(post)
      yield* likes.toggle({ path: { id: post } })
      acknowledged.likes.push({ writer, post })
      noted()
    }
  })

/**
 * All write at once, until the server answers no more; a failure status is a defect.
 * `enough` is done as soon as `target` more writes have been acknowledged.
 */
export const writeUntilCut = (
  writers: ReadonlyArray<Writer>,
  url: string,
  acknowledged: Acknowledged,
  target: number,
  enough: Deferred.Deferred<void>
) => {
  const wanted = countOf(acknowledged) + target
  const noted = () => {
    if (countOf(acknowledged) >= wanted) Deferred.unsafeDone(enough, Effect.void)
  }
  return Effect.forEach(
    writers,
    (writer) =>
      write(writer, url, acknowledged, noted).pipe(
        Effect.forever,
        Effect.catchTags({ RequestError: () => Effect.void, ResponseError: () => Effect.void }),
        Effect.orDie
      ),
    { concurrency: "unbounded", discard: true }
  )
}
