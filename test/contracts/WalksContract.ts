import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { PostId } from "../../src/domain/Ids.ts"
import type { CommentKey, DiseaseKey, NewsKey, NotificationKey, UserKey } from "../../src/domain/Lists.ts"
import type { PageSlice } from "../../src/domain/Page.ts"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../src/ports/news/NewsRepo.ts"
import { NotificationsRepo } from "../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../src/ports/posts/PostsRepo.ts"
import type { Transaction } from "../../src/ports/Transaction.ts"
import { emptyDisease } from "./diseases/emptyDisease.ts"
import { newComment, newPost, newUser, time, unique } from "./newRows.ts"
import { newItem } from "./news/newNews.ts"
import { newNotifications } from "./notifications/newNotifications.ts"
import { amongIds, checkPagesByKey, walk } from "./walking.ts"

type Ports = CommentsRepo | DiseasesRepo | NewsRepo | NotificationsRepo | PostsRepo | Transaction | UsersRepo

const times = ["2026-03-01T00:00:00.001Z", "2026-03-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z"].map(time)

/** The contract of lists for pages by keys. Lists of posts have `postsWalkContract`. */
export const walksContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: lists by keys`, (it) => {
    it.effect(
      "CommentsRepo.page gives the same comments by keys as by offsets, and comments added during the walk at the end",
      () =>
        Effect.gen(function* () {
          const comments = yield* CommentsRepo
          const [{ id }, ada] = [yield* newPost(), yield* newUser()]
          yield* newComment((yield* newPost()).id, ada)
          const rows = yield* Effect.replicateEffect(newComment(id, ada), 5)
          const before = rows.map(({ id }) => id)
          const listed = (window: PageSlice<CommentKey>) => comments.page(id, window)
          deepStrictEqual(yield* checkPagesByKey(listed), before)
          let isAdded = false
          const added = Effect.suspend(() => {
            if (isAdded) return Effect.void
            isAdded = true
            return Effect.asVoid(newComment(id, ada))
          })
          const ids = yield* walk(listed, 2, () => added)
          deepStrictEqual([ids.slice(0, 5), ids.length], [before, 6])
          const unheardOf = comments.page(PostId.make(2_147_483_647), { offset: 0, limit: 1 })
          strictEqual((yield* Effect.flip(unheardOf))._tag, "PostNotFound")
        })
    )

    it.effect("NewsRepo.page gives the same news by keys as by offsets, whatever is published during the walk", () =>
      Effect.gen(function* () {
        const news = yield* NewsRepo
        const publish = Effect.suspend(() =>
          news.save([
            ...times.map((publishedAt) => newItem({ publishedAt })),
            ...times.map((publishedAt) => newItem({ publishedAt, category: "policy" })),
            newItem({ publishedAt: time("2030-01-01T00:00:00.000Z"), category: "policy" })
          ])
        )
        yield* publish
        yield* publish
        for (const filter of [{}, { category: "policy" as const }]) {
          const listed = (window: PageSlice<NewsKey>) => news.page(filter, window)
          const before = yield* checkPagesByKey(listed)
          const ids = yield* walk(listed, 3, (last) => (last > before.length ? Effect.void : publish))
          deepStrictEqual(amongIds(ids, before), before)
          strictEqual(new Set(ids).size, ids.length)
        }
      })
    )

    it.effect(
      "DiseasesRepo.page gives the same diseases by keys as by offsets, without those retired during the walk",
      () =>
        Effect.gen(function* () {
          const diseases = yield* DiseasesRepo
          const category = unique()
          const names = ["Zebra", "zebra", "ÄPFEL", "apfel", "\u{1f33f} leaf", "\uffee half", "病", "a’b", "a b"]
          const rows = names.map((name) => ({ ...emptyDisease, key: unique(), name, categories: [category] }))
          yield* diseases.save(rows)
          yield* diseases.save([{ ...emptyDisease, key: unique(), name: "Apart", categories: [unique()] }])
          const categories = yield* diseases.categories
          const id = categories.find(({ name }) => name === category)?.id
          strictEqual((yield* checkPagesByKey((window: PageSlice<DiseaseKey>) => diseases.page({}, window))).length, 10)
          const listed = (window: PageSlice<DiseaseKey>) => diseases.page({ category: id }, window)
          const before = yield* checkPagesByKey(listed)
          strictEqual(before.length, names.length)
          const keys = new Map((yield* diseases.known).map(({ id, key }) => [Number(id), key]))
          const ids = yield* walk(listed, 2, (last) =>
            diseases.retire([{ key: keys.get(last) ?? "", successor: null }])
          )
          deepStrictEqual(ids, before)
        })
    )

    it.effect("UsersRepo.page gives the same members by keys as by offsets, whoever joins during the walk", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        yield* Effect.forEach(["expert", "user", "expert", "admin", "expert"] as const, (role) => newUser({ role }))
        for (const filter of [{}, { role: "expert" as const }]) {
          const listed = (window: PageSlice<UserKey>) => users.page(filter, window)
          const before = yield* checkPagesByKey(listed)
          deepStrictEqual(yield* walk(listed, 2, () => newUser({ role: "expert" })), before)
        }
      })
    )

    it.effect(
      "NotificationsRepo.page gives the same notifications by keys as by offsets, whatever is added or read during the walk",
      () =>
        Effect.gen(function* () {
          const inboxes = yield* NotificationsRepo
          const posts = yield* PostsRepo
          const { ids, recipientId } = yield* newNotifications(7)
          yield* inboxes.markRead(recipientId, Option.some(ids.slice(2, 4)))
          yield* newNotifications(2)
          const all = (window: PageSlice<NotificationKey>) => inboxes.page(recipientId, false, window)
          const unread = (window: PageSlice<NotificationKey>) => inboxes.page(recipientId, true, window)
          deepStrictEqual(yield* checkPagesByKey(all), ids.toReversed())
          const before = yield* checkPagesByKey(unread)
          strictEqual(before.length, 5)
          const walked = yield* walk(unread, 2, (last) =>
            inboxes.markRead(recipientId, Option.some(ids.filter((id) => id >= last)))
          )
          deepStrictEqual(walked, before)
          const [newest] = (yield* all({ offset: 0, limit: 1 })).items
          if (newest === undefined) return yield* Effect.dieMessage("no notification")
          deepStrictEqual(
            yield* walk(all, 3, () => Effect.ignore(Effect.flatMap(newest.post, ({ id }) => posts.remove(id)))),
            ids.toReversed().slice(0, 3)
          )
        })
    )
  })
