import { Context, type DateTime, Effect, Layer, Option, Ref, TestClock } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CurrentUser, type SignedInUser, sessionCredential } from "../../../src/domain/accounts/CurrentUser.ts"
import { type SequencedChange, storedChange } from "../../../src/domain/Change.ts"
import { SessionId, type UserId } from "../../../src/domain/Ids.ts"
import { PostReader, readerOfAll } from "../../../src/domain/posts/Audience.ts"
import type { Unavailable } from "../../../src/domain/Unavailable.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { AuditLog } from "../../../src/services/accounts/AuditLog.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { NotificationFeed } from "../../../src/services/notifications/NotificationFeed.ts"
import { Notifications } from "../../../src/services/notifications/Notifications.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { NotificationStreams } from "../../../src/transport/sse/NotificationStreams.ts"
import { Heartbeat } from "../../../src/transport/wire/Heartbeat.ts"
import { filtered, moment, newPost, newUser } from "../../contracts/newRows.ts"
import { at } from "../../support/Wire.ts"
import { Sink } from "./Sink.ts"

/** An effect that runs with each read of notifications: nothing, a pause or a failure. */
export class Reading extends Context.Tag("test/Reading")<Reading, Ref.Ref<Effect.Effect<void, Unavailable>>>() {
  static readonly layer = Layer.effect(Reading, Ref.make<Effect.Effect<void, Unavailable>>(Effect.void))
}

/** True if that effect runs after the read. */
export class AfterReading extends Context.Tag("test/AfterReading")<AfterReading, Ref.Ref<boolean>>() {
  static readonly layer = Layer.effect(AfterReading, Ref.make(false))
}

const repo = Layer.effect(
  NotificationsRepo,
  Effect.map(Effect.all([NotificationsRepo, Reading, AfterReading]), ([notifications, reading, isAfter]) =>
    NotificationsRepo.of({
      ...notifications,
      after: (...window) =>
        Effect.flatMap(Ref.get(isAfter), (isAfter) => {
          const [trouble, read] = [Effect.flatten(Ref.get(reading)), notifications.after(...window)]
          return isAfter ? Effect.zipLeft(read, trouble) : Effect.zipRight(trouble, read)
        })
    })
  )
)

export const streams = Effect.provide(
  NotificationStreams.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Notifications.layer, NotificationFeed.layer, Heartbeat.layer)),
    Layer.provideMerge(Changes.layer),
    Layer.provideMerge(
      Layer.mergeAll(repo, AuditLog.layer, ConnectionQuota.layer, ShutdownSignal.layer, ChangeNotifier.none)
    ),
    Layer.provideMerge(Layer.mergeAll(Memory.layer, Reading.layer, AfterReading.layer))
  )
)

/** A change as another instance reads it. */
const withoutAdded = ({ id, kind, sequence, userId }: SequencedChange): SequencedChange => ({
  sequence,
  ...storedChange(kind, id, userId)
})

export const signedIn = (id: UserId, expiresAt: Option.Option<DateTime.Utc> = Option.none()): SignedInUser => ({
  id,
  username: `member ${id}`,
  role: "user",
  suspended: false,
  credential: sessionCredential(SessionId.make(id), expiresAt)
})

/**
 * An author, and effects that comment on, narrow and remove a post of theirs. `comment` has notifications read, as those of another
 * instance are; `ownComment` is a comment of this process.
 */
export const scene = Effect.gen(function* () {
  const [author, other] = [yield* newUser(), yield* newUser()]
  const post = yield* newPost({ authorId: author })
  const [repo, changes] = [yield* CommentsRepo, yield* Changes]
  const content = filtered("\u{1F9EC}".repeat(280))
  const add = repo.addAll([
    {
      postId: post.id,
      authorId: other,
      authorKind: "human",
      content,
      language: "und",
      replyTo: Option.none(),
      createdAt: moment
    }
  ])
  const ownComment = Effect.flatMap(add, (written) => changes.publish(written.changes))
  const comment = Effect.flatMap(add, (written) => changes.publish(written.changes.map(withoutAdded)))
  const remove = Effect.flatMap(PostsRepo, (posts) => posts.remove(post.id)).pipe(
    Effect.flatMap((recipients) =>
      changes.append(recipients.map((userId) => ({ kind: "notifications_removed", id: post.id, userId })))
    )
  )
  const none = { title: Option.none(), content: Option.none(), language: Option.none(), category: Option.none() }
  const toMembers = { ...none, diseaseId: Option.none(), authorKind: "human", audience: "members" } as const
  const narrow = Effect.flatMap(PostsRepo, (posts) =>
    posts.update(post.id, { ...toMembers, updatedAt: moment }, author)
  ).pipe(
    Effect.provideService(PostReader, readerOfAll),
    Effect.zipRight(changes.append([{ kind: "notifications_removed", id: post.id, userId: author }]))
  )
  return {
    author,
    add,
    comment,
    ownComment,
    remove,
    narrow,
    comments: (count: number) => Effect.repeatN(comment, count - 1)
  }
})

export type Scene = Effect.Effect.Success<typeof scene>

/** Opens a stream to a sink. */
export const open = (user: SignedInUser, lastEventId?: string, given?: Sink) =>
  Effect.suspend(() => {
    const sink = given ?? new Sink()
    return Effect.flatMap(NotificationStreams, (service) => service.open(lastEventId, () => sink)).pipe(
      Effect.provideService(CurrentUser, user),
      Effect.as(sink)
    )
  })

export const stalled = () => Object.assign(new Sink(), { isStalled: true })

/** Runs all fibers until they wait. */
export const settled = Effect.zipRight(
  Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
  TestClock.adjust("0 millis")
).pipe(Effect.repeatN(5))

export const names = ({ events }: Sink) => events.map(([event]) => event)
export const ids = ({ events }: Sink) =>
  events.flatMap(([event, data]) => (event === "notification" ? [at(data, "id")] : []))
