import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Option } from "effect"
import { NotificationId, UserId } from "../../../src/domain/Ids.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { authorAs, moment, newComment, newPost, newUser, postChange, toggleLike } from "../newRows.ts"
import { all, idsOf, newNotifications, type Ports, scene, unreadOf } from "./newNotifications.ts"

/** The contract of `NotificationsRepo`. */
export const notificationsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: NotificationsRepo`, (it) => {
    it.effect("NotificationsRepo.page gives the actor, the post and the excerpt of a comment", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { actorId, post, recipientId } = yield* scene
        const actor = yield* Effect.flatMap(UsersRepo, (users) => users.detail(actorId))
        const comment = yield* newComment(post.id, actorId, "Thank you 🌿")
        const id = NotificationId.make((yield* repo.position(recipientId)).newestId)
        const { items } = yield* repo.page(recipientId, false, all)
        deepStrictEqual(items, [
          {
            id,
            type: "comment",
            read: false,
            createdAt: moment,
            actor: Option.some(authorAs(actorId, actor.username, "user" as const)),
            post: Option.some({ id: post.id, title: post.title }),
            comment: Option.some({ id: comment.id, excerpt: "Thank you 🌿" }),
            toYou: Option.none(),
            news: Option.none(),
            decisionId: Option.none(),
            verification: Option.none(),
            report: Option.none(),
            appeal: Option.none(),
            message: `${actor.username} commented on your post "${post.title}"`
          }
        ])
      })
    )

    it.effect(
      "NotificationsRepo.page gives the actor of a like with the present role, and the post with the present title",
      () =>
        Effect.gen(function* () {
          const repo = yield* NotificationsRepo
          const [posts, users] = [yield* PostsRepo, yield* UsersRepo]
          const { actorId, like, post, recipientId } = yield* scene
          yield* like
          yield* posts.update(post.id, postChange({ title: Option.some("A new title") }), recipientId)
          yield* users.update(actorId, { username: Option.none(), bio: Option.none(), role: Option.some("expert") })
          const [item] = (yield* repo.page(recipientId, false, all)).items
          strictEqual(item?.type, "like")
          if (item === undefined) return yield* Effect.dieMessage("no notification")
          const actor = yield* item.actor
          strictEqual(actor.role, "expert")
          strictEqual((yield* item.post).title, "A new title")
          strictEqual(item.message, `${actor.username} liked your post "A new title"`)
          strictEqual(DateTime.formatIso(item.createdAt), "2026-01-02T03:04:05.678Z")
          strictEqual(Option.isNone(item.comment), true)
        })
    )

    it.effect(
      "NotificationsRepo.after gives the recipient's own notifications after an id, oldest first, up to the limit",
      () =>
        Effect.gen(function* () {
          const repo = yield* NotificationsRepo
          const { ids, recipientId } = yield* newNotifications(4)
          const others = yield* newNotifications(1)
          const from = ids[0] ?? 0
          deepStrictEqual(idsOf(yield* repo.after(recipientId, 0, 100)), ids)
          deepStrictEqual(idsOf(yield* repo.after(recipientId, from, 2)), ids.slice(1, 3))
          deepStrictEqual(yield* repo.after(recipientId, others.ids[0] ?? 0, 100), [])
          const [newest, ...older] = (yield* repo.page(recipientId, false, all)).items
          deepStrictEqual(yield* repo.after(recipientId, from, 100), [
            ...older.slice(0, 2).toReversed(),
            ...(newest === undefined ? [] : [newest])
          ])
          deepStrictEqual(yield* repo.position(recipientId), { newestId: ids[3] ?? 0, unreadCount: 4 })
          deepStrictEqual(yield* repo.position(yield* newUser()), { newestId: 0, unreadCount: 0 })
        })
    )

    it.effect("LikesRepo.writeAll notifies of a member's first like of a post, not of later ones", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { like, post, recipientId } = yield* scene
        const total = Effect.map(repo.page(recipientId, false, all), ({ total }) => total)
        const totals = yield* Effect.all(Array.makeBy(4, () => Effect.zipRight(like, total)))
        deepStrictEqual(totals, [1, 1, 1, 1])
        yield* toggleLike(post.id, yield* newUser())
        strictEqual(yield* total, 2)
      })
    )

    it.effect("LikesRepo.writeAll and CommentsRepo.addAll notify nobody of their own likes and comments", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { post, recipientId } = yield* scene
        yield* toggleLike(post.id, recipientId)
        yield* newComment(post.id, recipientId)
        strictEqual((yield* repo.page(recipientId, false, all)).total, 0)
      })
    )

    it.effect("LikesRepo.writeAll notifies once of a like that is toggled concurrently", () =>
      Effect.gen(function* () {
        const { like, recipientId } = yield* scene
        yield* Effect.all(
          Array.makeBy(8, () => like),
          { concurrency: "unbounded" }
        )
        strictEqual(yield* unreadOf(recipientId), 1)
      })
    )

    it.effect("NotificationsRepo.page lists the newest first, and gives the total past the end too", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { ids, recipientId } = yield* newNotifications(5)
        yield* newNotifications(1)
        const page = (offset: number, limit: number) =>
          Effect.map(repo.page(recipientId, false, { offset, limit }), (inbox) => ({
            ...inbox,
            items: idsOf(inbox.items)
          }))
        const newest = ids.toReversed()
        const { next, ...first } = yield* page(0, 2)
        deepStrictEqual(first, { items: newest.slice(0, 2), total: 5, unreadCount: 5 })
        strictEqual(next?.id, newest[1])
        deepStrictEqual(yield* page(3, 2), { items: newest.slice(3), total: 5, unreadCount: 5 })
        deepStrictEqual(yield* page(5, 2), { items: [], total: 5, unreadCount: 5 })
        deepStrictEqual(
          ids,
          ids.toSorted((one, other) => one - other)
        )
      })
    )

    it.effect("NotificationsRepo gives nothing for an unknown recipient", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const nobody = UserId.make(2_000_000_000)
        deepStrictEqual(yield* repo.page(nobody, true, all), { items: [], total: 0, unreadCount: 0 })
        deepStrictEqual(yield* repo.markRead(nobody, Option.none()), [])
        strictEqual(yield* unreadOf(nobody), 0)
      })
    )

    it.effect("NotificationsRepo.page lists unread notifications alone with their total", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { ids, recipientId } = yield* newNotifications(4)
        yield* repo.markRead(recipientId, Option.some(ids.slice(1, 3)))
        const unread = yield* repo.page(recipientId, true, { offset: 0, limit: 1 })
        deepStrictEqual([idsOf(unread.items), unread.total, unread.unreadCount], [ids.slice(3), 2, 2])
        const rest = yield* repo.page(recipientId, true, { offset: 1, limit: 5 })
        deepStrictEqual([idsOf(rest.items), rest.total, rest.unreadCount], [ids.slice(0, 1), 2, 2])
        const listed = yield* repo.page(recipientId, false, all)
        deepStrictEqual([listed.total, listed.unreadCount], [4, 2])
        deepStrictEqual(
          listed.items.map(({ read }) => read),
          [false, true, true, false]
        )
      })
    )

    it.effect("NotificationsRepo.markRead marks these ids, each once, and gives the unread ones in order", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { ids, recipientId } = yield* newNotifications(4)
        const listed = [...ids.slice(1, 3), ...ids.slice(1, 3)].toReversed()
        deepStrictEqual(yield* repo.markRead(recipientId, Option.some(listed)), ids.slice(1, 3))
        deepStrictEqual(yield* repo.markRead(recipientId, Option.some(ids.toReversed())), [
          ...ids.slice(0, 1),
          ...ids.slice(3)
        ])
        deepStrictEqual(yield* repo.markRead(recipientId, Option.some(ids)), [])
        strictEqual(yield* unreadOf(recipientId), 0)
      })
    )

    it.effect("NotificationsRepo.markRead marks all, and none for an empty list", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { ids, recipientId } = yield* newNotifications(3)
        deepStrictEqual(yield* repo.markRead(recipientId, Option.some([])), [])
        strictEqual(yield* unreadOf(recipientId), 3)
        deepStrictEqual(yield* repo.markRead(recipientId, Option.none()), ids)
        deepStrictEqual(yield* repo.markRead(recipientId, Option.none()), [])
      })
    )

    it.effect("NotificationsRepo.markRead ignores unknown ids and notifications of others", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { ids, recipientId } = yield* newNotifications(2)
        const other = yield* newNotifications(1)
        const unknown = NotificationId.make(2_000_000_000)
        deepStrictEqual(yield* repo.markRead(other.recipientId, Option.some([...ids, unknown])), [])
        yield* repo.markRead(other.recipientId, Option.none())
        strictEqual(yield* unreadOf(recipientId), 2)
      })
    )

    it.effect("NotificationsRepo.markRead gives each id to one of several concurrent callers", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { atomically } = yield* Transaction
        const { ids, recipientId } = yield* newNotifications(12)
        const choices = [Option.none(), Option.some(ids), Option.some(ids.toReversed()), Option.some(ids.slice(3, 9))]
        // Each transaction lasts for another while after it marked.
        const mark = (choice: Option.Option<ReadonlyArray<NotificationId>>) =>
          atomically(Effect.zipLeft(repo.markRead(recipientId, choice), unreadOf(recipientId)))
        const marked = yield* Effect.forEach([...choices, ...choices], mark, { concurrency: "unbounded" })
        deepStrictEqual(
          marked.flat().toSorted((one, other) => one - other),
          ids
        )
      })
    )

    it.effect("PostsRepo.remove deletes the notifications about the post", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const posts = yield* PostsRepo
        const { comment, like, post, recipientId } = yield* scene
        yield* like
        yield* comment
        deepStrictEqual(yield* posts.remove(post.id), [recipientId])
        deepStrictEqual(yield* repo.page(recipientId, false, all), { items: [], total: 0, unreadCount: 0 })
        deepStrictEqual(yield* posts.remove((yield* newPost({ authorId: recipientId })).id), [])
      })
    )

    it.effect("NotificationsRepo shows nothing of a like or a mark that was rolled back", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { atomically } = yield* Transaction
        const { like, recipientId } = yield* scene
        const undone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          effect.pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        yield* undone(like)
        strictEqual(yield* unreadOf(recipientId), 0)
        yield* like
        strictEqual(yield* unreadOf(recipientId), 1)
        yield* undone(repo.markRead(recipientId, Option.none()))
        strictEqual(yield* unreadOf(recipientId), 1)
      })
    )
  })
