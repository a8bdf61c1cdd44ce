import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, type Layer, Option } from "effect"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import { type CommentId, DecisionId, PostId, UserId } from "../../../src/domain/Ids.ts"
import { CommentElsewhere, maxNewComments, maxPlaces } from "../../../src/domain/posts/Place.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { ExportRepo } from "../../../src/ports/accounts/ExportRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PlacesRepo } from "../../../src/ports/posts/PlacesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newComment, newPost, newPosts, newUser, untilFree } from "../newRows.ts"

const nobody = UserId.make(2_147_483_646)

type Needs =
  | CommentsRepo
  | ErasureRepo
  | ExportRepo
  | HiddenTextsRepo
  | PlacesRepo
  | PostsRepo
  | Transaction
  | UsersRepo

/** The threads in which a member has a place, by id. */
const placesOf = (member: UserId) =>
  Effect.gen(function* () {
    const repo = yield* ExportRepo
    const keys: Array<number> = []
    let page: ReadonlyArray<number>
    do {
      page = (yield* repo.page(member, "place", keys.at(-1) ?? 0)).map(({ key }) => key)
      keys.push(...page)
    } while (page.length > 0)
    return keys
  })

/** A thread with three comments, and a reader. */
const thread = Effect.gen(function* () {
  const [reader, writer] = [yield* newUser(), yield* newUser()]
  const { id } = yield* newPost()
  const [one, two, three] = [
    yield* newComment(id, writer),
    yield* newComment(id, writer),
    yield* newComment(id, writer)
  ]
  return { reader, writer, id, one: one.id, two: two.id, three: three.id }
})

/** The contract of places in threads. */
export const placesRepoContract = <E>(adapter: string, storage: Layer.Layer<Needs, E>) =>
  layer(storage)(`${adapter}: PlacesRepo`, (it) => {
    it.effect("PlacesRepo.visit gives what others wrote since the visit before, and nothing at the first one", () =>
      Effect.gen(function* () {
        const places = yield* PlacesRepo
        const { id, one, reader, three, two, writer } = yield* thread
        const visit = (last: Option.Option<CommentId>) => places.visit(reader, id, last, moment)
        deepStrictEqual(yield* visit(Option.none()), Option.none())
        deepStrictEqual(yield* visit(Option.some(one)), Option.some({ first: one, count: 3 }))
        deepStrictEqual(yield* visit(Option.some(three)), Option.some({ first: two, count: 2 }))
        deepStrictEqual(yield* visit(Option.some(one)), Option.none())
        const own = yield* newComment(id, reader)
        deepStrictEqual(yield* visit(Option.some(own.id)), Option.none())
        const other = yield* newComment(id, writer)
        deepStrictEqual(yield* places.newComments(reader), new Map([[id, { first: other.id, count: 1 }]]))
        deepStrictEqual(yield* places.newComments(writer), new Map())
      })
    )

    it.effect("PlacesRepo.set moves a place on and back", () =>
      Effect.gen(function* () {
        const places = yield* PlacesRepo
        const { id, one, reader, three, two } = yield* thread
        yield* places.set(reader, { postId: id, commentId: three }, moment)
        deepStrictEqual(yield* places.newComments(reader), new Map())
        yield* places.set(reader, { postId: id, commentId: one }, moment)
        deepStrictEqual(yield* places.newComments(reader), new Map([[id, { first: two, count: 2 }]]))
        deepStrictEqual(yield* placesOf(reader), [id])
      })
    )

    it.effect("PlacesRepo.set and PlacesRepo.visit refuse what does not exist, in this order", () =>
      Effect.gen(function* () {
        const places = yield* PlacesRepo
        const { id, one, reader } = yield* thread
        const missing = PostId.make(2_147_483_646)
        const elsewhere = yield* newComment((yield* newPost()).id, reader)
        const set = (userId: UserId, postId: PostId, commentId: CommentId) =>
          Effect.flip(places.set(userId, { postId, commentId }, moment))
        deepStrictEqual(yield* set(nobody, missing, elsewhere.id), new PostNotFound({ id: missing }))
        const refused = new CommentElsewhere({ postId: id, commentId: elsewhere.id })
        deepStrictEqual(yield* set(nobody, id, elsewhere.id), refused)
        deepStrictEqual(yield* set(nobody, id, one), new NotSignedIn())
        const visit = (userId: UserId, postId: PostId) =>
          Effect.flip(places.visit(userId, postId, Option.none(), moment))
        deepStrictEqual(yield* visit(nobody, missing), new PostNotFound({ id: missing }))
        deepStrictEqual(yield* visit(nobody, id), new NotSignedIn())
        deepStrictEqual(yield* placesOf(reader), [])
      })
    )

    it.effect(`PlacesRepo.visit keeps the ${maxPlaces} threads that were visited last`, () =>
      Effect.gen(function* () {
        const places = yield* PlacesRepo
        const reader = yield* newUser()
        const ids = yield* newPosts(
          yield* newUser(),
          Array.from({ length: maxPlaces + 2 }, () => ({}))
        )
        const visit = (id: PostId, minute: number) =>
          places.visit(reader, id, Option.none(), DateTime.add(moment, { minutes: minute }))
        yield* Effect.forEach(ids.slice(0, maxPlaces), visit)
        const [first = PostId.make(1)] = ids
        yield* visit(first, maxPlaces)
        yield* Effect.forEach(ids.slice(maxPlaces), (id, minute) => visit(id, maxPlaces + 1 + minute))
        deepStrictEqual(yield* placesOf(reader), [first, ...ids.slice(3)])
      })
    )

    it.effect("PlacesRepo.visit and PlacesRepo.set at once keep no more places than allowed", () =>
      Effect.gen(function* () {
        const places = yield* PlacesRepo
        const reader = yield* newUser()
        const ids = yield* newPosts(
          yield* newUser(),
          Array.from({ length: maxPlaces + 5 }, () => ({}))
        )
        yield* Effect.forEach(ids, (id) => untilFree(places.visit(reader, id, Option.none(), moment)), {
          concurrency: 20
        })
        strictEqual((yield* placesOf(reader)).length, maxPlaces)
      })
    )

    it.effect(`PlacesRepo.newComments counts up to ${maxNewComments}`, () =>
      Effect.gen(function* () {
        const places = yield* PlacesRepo
        const { id, one, reader, two, writer } = yield* thread
        yield* places.set(reader, { postId: id, commentId: one }, moment)
        yield* Effect.forEach(Array.from({ length: maxNewComments }), () => newComment(id, writer))
        deepStrictEqual(yield* places.newComments(reader), new Map([[id, { first: two, count: maxNewComments }]]))
      })
    )

    it.effect("Places go with their thread, hidden or deleted, and with their member", () =>
      Effect.gen(function* () {
        const [places, posts, hidden] = [yield* PlacesRepo, yield* PostsRepo, yield* HiddenTextsRepo]
        const { atomically } = yield* Transaction
        const [{ id, one, reader }, other, kept] = [yield* thread, yield* thread, yield* thread]
        yield* places.set(reader, { postId: id, commentId: one }, moment)
        yield* places.set(reader, { postId: other.id, commentId: other.one }, moment)
        yield* places.set(reader, { postId: kept.id, commentId: kept.one }, moment)
        yield* places.set(kept.reader, { postId: kept.id, commentId: kept.one }, moment)
        yield* untilFree(atomically(posts.remove(id)))
        yield* untilFree(atomically(hidden.hidePost(other.id, DecisionId.make(1))))
        yield* untilFree(atomically(hidden.restorePost(other.id)))
        deepStrictEqual(yield* placesOf(reader), [kept.id])
        yield* untilFree(Effect.flatMap(ErasureRepo, (erasure) => erasure.erase(kept.reader, "keep")))
        deepStrictEqual(yield* placesOf(kept.reader), [])
        deepStrictEqual(yield* placesOf(reader), [kept.id])
      })
    )
  })
