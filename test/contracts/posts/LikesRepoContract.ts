import { layer } from "@effect/vitest"
import { assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { PostId } from "../../../src/domain/Ids.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { LikesRepo } from "../../../src/ports/LikesRepo.ts"
import { PostsRepo } from "../../../src/ports/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import type { UsersRepo } from "../../../src/ports/UsersRepo.ts"
import { newPost, newUser, toggleLike } from "../newRows.ts"

/** The contract of `LikesRepo`. */
export const likesRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<LikesRepo | PostsRepo | UsersRepo | Transaction, E>
) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: LikesRepo`, (it) => {
    it.effect("LikesRepo.toggleAll likes a post, takes the like back, and likes it again", () =>
      Effect.gen(function* () {
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        deepStrictEqual(yield* toggleLike(id, ada), { liked: true, likeCount: 1 })
        deepStrictEqual(yield* toggleLike(id, ada), { liked: false, likeCount: 0 })
        deepStrictEqual(yield* toggleLike(id, ada), { liked: true, likeCount: 1 })
      })
    )

    it.effect("LikesRepo.of gives the number of likes, and if the viewer likes the post", () =>
      Effect.gen(function* () {
        const [likes, posts] = [yield* LikesRepo, yield* PostsRepo]
        const [{ id }, other] = [yield* newPost(), yield* newPost()]
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        yield* toggleLike(id, ada)
        yield* toggleLike(other.id, bob)
        deepStrictEqual(yield* likes.of(id, Option.none()), { likeCount: 1, liked: Option.none() })
        deepStrictEqual(yield* likes.of(id, Option.some(ada)), { likeCount: 1, liked: Option.some(true) })
        deepStrictEqual(yield* likes.of(id, Option.some(bob)), { likeCount: 1, liked: Option.some(false) })
        const read = yield* posts.peek(id, Option.some(ada))
        strictEqual(read.likeCount, 1)
        assertSome(read.liked, true)
      })
    )

    it.effect("LikesRepo.toggleAll counts concurrent likes exactly", () =>
      Effect.gen(function* () {
        const likes = yield* LikesRepo
        const { id } = yield* newPost()
        const members = yield* Effect.forEach(Array.range(1, 12), () => newUser())
        const toggled = yield* Effect.forEach(members, (member) => toggleLike(id, member), { concurrency: "unbounded" })
        deepStrictEqual(
          toggled.map(({ likeCount }) => likeCount).sort((a, b) => a - b),
          Array.range(1, 12)
        )
        strictEqual((yield* likes.of(id, Option.none())).likeCount, 12)
      })
    )

    it.effect("LikesRepo.toggleAll applies every concurrent toggle of one member", () =>
      Effect.gen(function* () {
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        const toggled = yield* Effect.forEach(Array.range(1, 7), () => toggleLike(id, ada), {
          concurrency: "unbounded"
        })
        strictEqual(toggled.filter(({ liked }) => liked).length, 4)
        strictEqual(
          toggled.every(({ liked, likeCount }) => likeCount === (liked ? 1 : 0)),
          true
        )
        deepStrictEqual(yield* Effect.flatMap(LikesRepo, (likes) => likes.of(id, Option.some(ada))), {
          likeCount: 1,
          liked: Option.some(true)
        })
      })
    )

    it.effect("LikesRepo.toggleAll is undone by a rollback", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        yield* Effect.flip(atomically(Effect.zipRight(toggleLike(id, ada), Effect.fail("no"))))
        deepStrictEqual(yield* toggleLike(id, ada), { liked: true, likeCount: 1 })
      })
    )

    it.effect("LikesRepo fails with PostNotFound for an unknown post", () =>
      Effect.gen(function* () {
        const [likes, posts] = [yield* LikesRepo, yield* PostsRepo]
        const { id } = yield* newPost()
        yield* toggleLike(id, yield* newUser())
        yield* posts.remove(id)
        const never = PostId.make(2_000_000_000)
        deepStrictEqual(yield* Effect.flip(likes.of(id, Option.none())), new PostNotFound({ id }))
        deepStrictEqual(yield* Effect.flip(likes.of(never, Option.none())), new PostNotFound({ id: never }))
      })
    )
  })
