import { layer } from "@effect/vitest"
import { assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { PostId } from "../../../src/domain/Ids.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newPost, newUser, toggleLike, writeLike } from "../newRows.ts"

/** The contract of `LikesRepo`. */
export const likesRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<LikesRepo | PostsRepo | UsersRepo | Transaction, E>
) =>
  layer(storage)(`${adapter}: LikesRepo`, (it) => {
    it.effect("LikesRepo.writeAll likes a post, takes the like back, and likes it again", () =>
      Effect.gen(function* () {
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        deepStrictEqual(yield* toggleLike(id, ada), { liked: true, likeCount: 1 })
        deepStrictEqual(yield* toggleLike(id, ada), { liked: false, likeCount: 0 })
        deepStrictEqual(yield* toggleLike(id, ada), { liked: true, likeCount: 1 })
      })
    )

    it.effect("LikesRepo.writeAll gives a like its wanted state, whatever it was", () =>
      Effect.gen(function* () {
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        const states = [true, true, false, false, true].map((liked) => writeLike(id, ada, Option.some(liked)))
        deepStrictEqual(yield* Effect.all(states), [
          { liked: true, likeCount: 1 },
          { liked: true, likeCount: 1 },
          { liked: false, likeCount: 0 },
          { liked: false, likeCount: 0 },
          { liked: true, likeCount: 1 }
        ])
        deepStrictEqual(yield* toggleLike(id, ada), { liked: false, likeCount: 0 })
      })
    )

    it.effect("LikesRepo.writeAll writes toggles and wanted states of one batch one after the other", () =>
      Effect.gen(function* () {
        const likes = yield* LikesRepo
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        const wishes = [null, true, null, null, false, false, null, true, true, null, null]
        const { changes, results } = yield* likes.writeAll(
          wishes.map((wanted) => ({
            postId: id,
            userId: ada,
            actorKind: "human" as const,
            wanted: Option.fromNullable(wanted),
            at: moment
          }))
        )
        const liked = [true, true, false, true, false, false, true, true, true, false, true]
        deepStrictEqual(
          Array.getRights(results),
          liked.map((liked) => ({ liked, likeCount: Number(liked) }))
        )
        deepStrictEqual(changes.map(({ kind }) => kind).toSorted(), [...Array.replicate("like", 7), "notification"])
        deepStrictEqual((yield* likes.of(id, Option.some(ada))).liked, Option.some(true))
      })
    )

    it.effect("LikesRepo.writeAll appends no change for a like that has its wanted state", () =>
      Effect.gen(function* () {
        const likes = yield* LikesRepo
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        const write = (wanted: boolean) =>
          Effect.map(
            likes.writeAll([
              { postId: id, userId: ada, actorKind: "human" as const, wanted: Option.some(wanted), at: moment }
            ]),
            ({ changes }) => changes.map(({ kind }) => kind)
          )
        const given = yield* Effect.forEach([false, true, true, false, false, true], write)
        deepStrictEqual(given, [[], ["like", "notification"], [], ["like"], [], ["like"]])
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
        const read = yield* posts.get(id, Option.some(ada))
        strictEqual(read.likeCount, 1)
        assertSome(read.liked, true)
      })
    )

    it.effect("LikesRepo.writeAll counts concurrent likes exactly", () =>
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

    it.effect("LikesRepo.writeAll applies every concurrent toggle of one member", () =>
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

    it.effect("LikesRepo.writeAll is undone by a rollback", () =>
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
