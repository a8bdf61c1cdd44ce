import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { NotAllowed } from "../../../src/domain/accounts/CurrentUser.ts"
import { UserNotFound } from "../../../src/domain/accounts/User.ts"
import { type PostId, UserId } from "../../../src/domain/Ids.ts"
import type { BlockKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { moment, newComment, newPost, newUser, time, toggleLike, writeLike } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const nobody = UserId.make(2_147_483_646)
const later = time("2026-02-03T04:05:06.789Z")
const refusal = new NotAllowed({ action: "reactToBlocker" })

/** The contract of `BlocksRepo`, and of the writes that observe blocks. */
export const blocksRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<BlocksRepo | CommentsRepo | LikesRepo | NotificationsRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: BlocksRepo`, (it) => {
    it.effect("BlocksRepo.add stores nothing for a member who has left", () =>
      Effect.gen(function* () {
        const blocks = yield* BlocksRepo
        yield* blocks.add(nobody, yield* newUser(), moment)
        deepStrictEqual(yield* blocks.ids(nobody), [])
      })
    )

    it.effect(
      "BlocksRepo.page lists the blocks of a member, the latest first, each since its first time, and BlocksRepo.ids all of them",
      () =>
        Effect.gen(function* () {
          const blocks = yield* BlocksRepo
          const [ada, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
          yield* blocks.add(ada, eve, moment)
          yield* blocks.add(ada, bob, later)
          yield* blocks.add(ada, eve, later)
          yield* blocks.add(bob, ada, moment)
          const page = yield* blocks.page(ada, { offset: 0, limit: 20 })
          deepStrictEqual(
            page.items.map(({ blockedAt, id }) => [id, blockedAt]),
            [
              [bob, later],
              [eve, moment]
            ]
          )
          strictEqual(page.total, 2)
          deepStrictEqual(new Set(yield* blocks.ids(ada)), new Set([bob, eve]))
          deepStrictEqual(yield* blocks.ids(eve), [])
          deepStrictEqual(yield* checkPagesByKey((window: PageSlice<BlockKey>) => blocks.page(ada, window)), [bob, eve])
        })
    )

    it.effect("BlocksRepo.remove ends one block, and BlocksRepo.add refuses a member who does not exist", () =>
      Effect.gen(function* () {
        const blocks = yield* BlocksRepo
        const [ada, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
        yield* blocks.add(ada, bob, moment)
        yield* blocks.add(ada, eve, moment)
        yield* blocks.remove(ada, bob)
        yield* blocks.remove(ada, bob)
        const { items } = yield* blocks.page(ada, { offset: 0, limit: 20 })
        deepStrictEqual(
          items.map(({ id }) => id),
          [eve]
        )
        deepStrictEqual(yield* Effect.flip(blocks.add(ada, nobody, moment)), new UserNotFound({ id: nobody }))
      })
    )

    const blocked = Effect.gen(function* () {
      const blocks = yield* BlocksRepo
      const [author, bob] = [yield* newUser(), yield* newUser()]
      const { id } = yield* newPost({ authorId: author })
      return { id, author, bob, block: blocks.add(author, bob, moment), unblock: blocks.remove(author, bob) }
    })

    const likesOf = (id: PostId, user: UserId) => Effect.flatMap(LikesRepo, (likes) => likes.of(id, Option.some(user)))

    it.effect("CommentsRepo.addAll and LikesRepo.writeAll refuse a member whom the author blocks, until it ends", () =>
      Effect.gen(function* () {
        const notifications = yield* NotificationsRepo
        const { author, block, bob, id, unblock } = yield* blocked
        yield* block
        deepStrictEqual(yield* Effect.flip(newComment(id, bob)), refusal)
        deepStrictEqual(yield* Effect.flip(toggleLike(id, bob)), refusal)
        deepStrictEqual(yield* Effect.flip(writeLike(id, bob, Option.some(true))), refusal)
        const window = { offset: 0, limit: 20 }
        strictEqual((yield* notifications.page(author, false, window)).total, 0)
        strictEqual((yield* newComment(id, author)).postId, id)
        strictEqual((yield* newComment((yield* newPost({ authorId: bob })).id, author)).author.id, author)
        yield* unblock
        strictEqual((yield* newComment(id, bob)).author.id, bob)
        deepStrictEqual(yield* toggleLike(id, bob), { liked: true, likeCount: 1 })
      })
    )

    it.effect("LikesRepo.writeAll lets a blocked member take a like back, and does not let them give it again", () =>
      Effect.gen(function* () {
        const { block, bob, id } = yield* blocked
        yield* toggleLike(id, bob)
        yield* block
        deepStrictEqual(yield* Effect.flip(writeLike(id, bob, Option.some(true))), refusal)
        deepStrictEqual(yield* toggleLike(id, bob), { liked: false, likeCount: 0 })
        deepStrictEqual(yield* writeLike(id, bob, Option.some(false)), { liked: false, likeCount: 0 })
        deepStrictEqual(yield* Effect.flip(toggleLike(id, bob)), refusal)
        deepStrictEqual(yield* likesOf(id, bob), { likeCount: 0, liked: Option.some(false) })
      })
    )

    it.effect("CommentsRepo.addAll writes the other comments of a batch with a refused one", () =>
      Effect.gen(function* () {
        const { block, bob, id } = yield* blocked
        const eve = yield* newUser()
        yield* block
        const results = yield* Effect.all([Effect.either(newComment(id, bob)), Effect.either(newComment(id, eve))], {
          concurrency: "unbounded"
        })
        deepStrictEqual(
          results.map(({ _tag }) => _tag),
          ["Left", "Right"]
        )
      })
    )
  })
