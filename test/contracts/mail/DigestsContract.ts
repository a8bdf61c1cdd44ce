import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Number, Option } from "effect"
import { noSettingsChange, type Settings } from "../../../src/domain/accounts/Settings.ts"
import type { PostId, UserId } from "../../../src/domain/Ids.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { atOnce } from "../../support/AtOnce.ts"
import {
  addComment,
  filtered,
  moment,
  newComment,
  newDiseases,
  newPost,
  newUser,
  postChange,
  unique
} from "../newRows.ts"
import { type Ports, scene } from "../notifications/newNotifications.ts"

const wants = (id: UserId, mail: Settings["mail"]) =>
  Effect.flatMap(SettingsRepo, ({ update }) => update(id, { ...noSettingsChange, mail: Option.some(mail) }))

/** Adds the digests that are due some hours after the notifications of these tests. */
const addAt = (hours: number, limit = 100) =>
  Effect.flatMap(MailRepo, ({ addDigests }) => addDigests(DateTime.add(moment, { hours }), limit))

/** A member with an unread notification, and these digests. */
const reader = (mail: Settings["mail"]) =>
  Effect.gen(function* () {
    const { comment, recipientId } = yield* scene
    yield* comment
    yield* wants(recipientId, mail)
    return recipientId
  })

/** The contract of `MailRepo.addDigests`. */
export const digestsContract = <E>(
  adapter: string,
  storage: Layer.Layer<Ports | DiseasesRepo | MailRepo | SettingsRepo, E>
) =>
  layer(storage)(`${adapter}: MailRepo.addDigests`, (it) => {
    it.effect("adds a digest for each member who wants one and has an unread notification, and no second one", () =>
      Effect.gen(function* () {
        const { claim, remove } = yield* MailRepo
        const ids = [yield* reader("daily"), yield* reader("weekly")]
        yield* reader("off")
        const read = yield* reader("daily")
        yield* Effect.flatMap(NotificationsRepo, ({ markRead }) => markRead(read, Option.none()))
        const { recipientId } = yield* scene
        yield* wants(recipientId, "daily")
        strictEqual(yield* addAt(1), 2)
        strictEqual(yield* addAt(1), 0)
        for (const id of ids) {
          const at = DateTime.add(moment, { hours: 1 })
          const mail = yield* Effect.flatten(claim(at, DateTime.add(at, { hours: 1 })))
          strictEqual(mail.kind, "digest")
          strictEqual(Option.getOrUndefined(mail.userId), id)
          yield* remove(mail.id)
        }
        // Nothing is new a week later.
        strictEqual(yield* addAt(24 * 8), 0)
      })
    )

    it.effect("adds the next digest for a newer notification once a day or a week has passed", () =>
      Effect.gen(function* () {
        const [daily, weekly] = [yield* scene, yield* scene]
        for (const { comment } of [daily, weekly]) yield* comment
        yield* wants(daily.recipientId, "daily")
        yield* wants(weekly.recipientId, "weekly")
        // The last digests were a day before the notifications.
        strictEqual(yield* addAt(-24), 2)
        strictEqual(yield* addAt(-1), 0)
        strictEqual(yield* addAt(0), 1)
        strictEqual(yield* addAt(24 * 6 - 1), 0)
        strictEqual(yield* addAt(24 * 6), 1)
        strictEqual(yield* addAt(24 * 30), 0)
      })
    )

    it.effect("mails the first reply in a thread since it was read, and at most once an hour", () =>
      Effect.gen(function* () {
        const { claim, remove } = yield* MailRepo
        const { actorId, comment, like, post, recipientId } = yield* scene
        const other = yield* newPost({ authorId: recipientId })
        yield* wants(recipientId, "replies")
        const replyAt = (postId: PostId, hours: number) =>
          addComment({
            postId,
            authorId: actorId,
            authorKind: "human",
            language: "und",
            content: filtered("Yes."),
            createdAt: DateTime.add(moment, { hours }),
            replyTo: Option.none()
          })
        yield* like
        strictEqual(yield* addAt(0), 0)
        yield* comment
        strictEqual(yield* addAt(0), 1)
        const mail = yield* Effect.flatten(claim(moment, DateTime.add(moment, { hours: 1 })))
        deepStrictEqual([mail.kind, Option.getOrUndefined(mail.userId)], ["replies", recipientId])
        yield* remove(mail.id)
        // A second reply in the thread is told by the first mail; one in another thread waits until the hour is over.
        yield* replyAt(post.id, 0.25)
        strictEqual(yield* addAt(2), 0)
        yield* replyAt(other.id, 0.5)
        strictEqual(yield* addAt(0.75), 0)
        strictEqual(yield* addAt(1), 1)
        // Once the thread was read, its next reply is the first again.
        yield* replyAt(post.id, 1.25)
        strictEqual(yield* addAt(3), 0)
        yield* Effect.flatMap(NotificationsRepo, ({ markRead }) => markRead(recipientId, Option.none()))
        yield* replyAt(post.id, 1.5)
        strictEqual(yield* addAt(3), 1)
      })
    )

    it.effect("adds none while its member is suspended, or may not read what is unread, and does later", () =>
      Effect.gen(function* () {
        const [posts, users] = [yield* PostsRepo, yield* UsersRepo]
        const suspended = yield* reader("daily")
        const suspension = { at: moment, until: Option.none(), reason: "spam" }
        yield* users.setSuspension(suspended, Option.some(suspension))
        const { comment, recipientId } = yield* scene
        yield* wants(recipientId, "daily")
        const authorId = yield* newUser()
        const post = yield* newPost({ authorId, diseaseId: Array.head(yield* newDiseases(unique())) })
        const { id } = yield* newComment(post.id, recipientId)
        const answer = { postId: post.id, authorId, authorKind: "human", language: "und", createdAt: moment } as const
        yield* addComment({ ...answer, content: filtered("Yes."), replyTo: Option.some(id) })
        yield* posts.update(post.id, postChange({ audience: "disease" }), authorId)
        strictEqual(yield* addAt(1), 0)
        yield* users.setSuspension(suspended, Option.none())
        yield* comment
        strictEqual(yield* addAt(1), 2)
      })
    )

    it.effect(
      "mails staff without a factor once for each time that they get a role, some days before their powers rest",
      () =>
        Effect.gen(function* () {
          const [{ addFactorMails }, users] = [yield* MailRepo, yield* UsersRepo]
          const addAfter = (days: number) => addFactorMails(DateTime.add(moment, { days }))
          // Those of other tests are told before.
          yield* addAfter(10)
          const id = yield* newUser({ role: "moderator" })
          const at = DateTime.add(moment, { days: 3 })
          yield* users.update(id, { staffSince: DateTime.add(moment, { days: 1 }) })
          strictEqual(yield* addAfter(9), 0)
          yield* users.setSuspension(id, Option.some({ at, until: Option.none(), reason: "spam" }))
          strictEqual(yield* addAfter(10), 0)
          yield* users.setSuspension(id, Option.none())
          strictEqual(yield* addAfter(15), 0)
          strictEqual(yield* addAfter(10), 1)
          strictEqual(yield* addAfter(11), 0)
          yield* users.update(id, { staffSince: DateTime.add(moment, { days: 20 }) })
          strictEqual(yield* addAfter(29), 1)
        })
    )

    it.effect("adds no more than its limit at once, and one for each member to concurrent callers", () =>
      Effect.gen(function* () {
        for (const _ of Array.range(1, 6)) yield* reader("daily")
        strictEqual(yield* addAt(1, 2), 2)
        const counts = yield* Effect.all(Array.replicate(addAt(1), 3), atOnce)
        strictEqual(Number.sumAll(counts), 4)
      })
    )
  })
