import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { NewsId } from "../../../src/domain/Ids.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { moment, newComment, newPost, newUser, toggleLike, untilFree } from "../newRows.ts"
import { all, idsOf, newNotifications, type Ports, scene } from "./newNotifications.ts"

/** The contract of `NotificationsRepo` for groups of notifications, and those of what is opened. */
export const notificationsGroupsContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: NotificationsRepo, groups`, (it) => {
    it.effect("NotificationsRepo.unreadAbout gives those about a post and these of its comments, in order", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { actorId, comment, like, post, recipientId } = yield* scene
        const other = yield* newPost({ authorId: recipientId })
        const one = yield* comment
        yield* newComment(other.id, actorId)
        yield* like
        const two = yield* comment
        const ids = idsOf(yield* repo.after(recipientId, 0, 4))
        const these = (...places: ReadonlyArray<number>) => places.map((at) => Array.unsafeGet(ids, at))
        const about = (...comments: ReadonlyArray<typeof one>) =>
          repo.unreadAbout(recipientId, { kind: "post", id: post.id, comments: idsOf(comments) })
        deepStrictEqual(yield* about(one, two), these(0, 2, 3))
        deepStrictEqual(yield* about(two), these(2, 3))
        deepStrictEqual(yield* about(), these(2))
        yield* repo.markRead(recipientId, Option.some(these(2)))
        deepStrictEqual(yield* about(one, two), these(0, 3))
        deepStrictEqual(yield* repo.unreadAbout(actorId, { kind: "post", id: post.id, comments: [one.id] }), [])
      })
    )

    it.effect("NotificationsRepo.unreadAbout gives the answer to a request to be verified, and no other", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { recipientId } = yield* newNotifications(1)
        const answer = { given: true, reason: null }
        const added = yield* untilFree(repo.addAnswer(answer, recipientId, moment))
        deepStrictEqual(yield* repo.unreadAbout(recipientId, { kind: "verification" }), idsOf(added))
        deepStrictEqual(yield* repo.unreadAbout(recipientId, { kind: "news", id: NewsId.make(2_000_000_000) }), [])
      })
    )

    it.effect("NotificationsRepo.page lists the newest of each group, read ones apart, over all pages", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { actorId, comment, like, post, recipientId } = yield* scene
        const other = yield* newPost({ authorId: recipientId })
        const first = yield* comment
        yield* like
        yield* newComment(other.id, actorId)
        yield* newComment(post.id, yield* newUser())
        yield* toggleLike(post.id, yield* newUser())
        yield* comment
        const ids = idsOf(yield* repo.after(recipientId, 0, 10))
        const grouped = (offset: number, limit: number) => repo.page(recipientId, false, { offset, limit }, "all", true)
        const [, , three, , five, six] = ids
        const page = yield* grouped(0, 2)
        deepStrictEqual([idsOf(page.items), page.total, page.unreadCount], [[six, five], 6, 6])
        deepStrictEqual(idsOf((yield* grouped(2, 2)).items), [three])
        deepStrictEqual(
          (yield* repo.groups(recipientId, [post.id])).toSorted((a, b) => b.count - a.count),
          [
            {
              postId: post.id,
              read: false,
              isOfLikes: false,
              count: 3,
              people: 2,
              firstComment: Option.some(first.id)
            },
            { postId: post.id, read: false, isOfLikes: true, count: 2, people: 2, firstComment: Option.none() }
          ]
        )
        deepStrictEqual(yield* repo.groups(actorId, [post.id, other.id]), [])
        yield* repo.markRead(recipientId, Option.fromNullable(six).pipe(Option.map((id) => [id])))
        deepStrictEqual(idsOf((yield* grouped(0, 10)).items), [six, five, ids[3], three])
        yield* repo.markRead(recipientId, Option.none())
        deepStrictEqual(idsOf((yield* grouped(0, 10)).items), [six, five, three])
        deepStrictEqual((yield* repo.groups(recipientId, [post.id])).map(({ count, read }) => [count, read]).sort(), [
          [2, true],
          [3, true]
        ])
      })
    )

    it.effect("NotificationsRepo.markRead leaves those of a greater id than it was told", () =>
      Effect.gen(function* () {
        const repo = yield* NotificationsRepo
        const { ids, recipientId } = yield* newNotifications(3)
        deepStrictEqual(yield* repo.markRead(recipientId, Option.none(), "all", ids[1]), ids.slice(0, 2))
        deepStrictEqual(idsOf((yield* repo.page(recipientId, true, all)).items), ids.slice(2))
      })
    )
  })
