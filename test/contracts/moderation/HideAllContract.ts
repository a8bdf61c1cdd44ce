import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import type { Change } from "../../../src/domain/Change.ts"
import { type CommentId, DecisionId, type PostId, type UserId } from "../../../src/domain/Ids.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { atOnce } from "../../support/AtOnce.ts"
import { newComment, newPost, newUser, toggleLike, untilFree } from "../newRows.ts"
import { everythingRead, type Ports, scene } from "./hiddenScene.ts"

const decisionId = DecisionId.make(7)
const other = DecisionId.make(8)

/** Ada with texts of every kind among those of others: shown, hidden by another decision, and hidden with a post. */
const writer = Effect.gen(function* () {
  const hidden = yield* HiddenTextsRepo
  const given = yield* scene
  const { ada, author, bob, comment, older } = given
  const [theirs, hiddenPost] = [yield* newPost({ authorId: bob }), yield* newPost({ authorId: bob })]
  const [own, hiddenOwn] = [yield* newPost({ authorId: ada }), yield* newPost({ authorId: ada })]
  for (const id of [bob, author]) yield* Effect.zip(newComment(own.id, id), toggleLike(own.id, id))
  const on = [older, own, hiddenOwn, theirs, theirs, theirs, hiddenPost, hiddenPost]
  const { items: before } = yield* Effect.flatMap(CommentsRepo, (repo) => repo.page(older.id, { offset: 0, limit: 1 }))
  const comments = yield* Effect.forEach(on, ({ id }) => Effect.map(newComment(id, ada), (added) => added.id))
  yield* newComment(theirs.id, author)
  for (const id of [comments[5], comments[7]]) if (id !== undefined) yield* hidden.hideComment(id, other)
  for (const { id } of [hiddenOwn, hiddenPost]) yield* hidden.hidePost(id, other)
  return {
    ...given,
    comments: [...before.map(({ id }) => id), comment.id, ...comments],
    posts: [own.id, hiddenOwn.id],
    theirs: theirs.id,
    hiddenPost: hiddenPost.id
  }
})

type Writer = Effect.Effect.Success<typeof writer>

/** All that is read of the texts of the scene, shown and hidden. */
const read = (given: Writer) =>
  Effect.gen(function* () {
    const [hidden, comments, posts] = [yield* HiddenTextsRepo, yield* CommentsRepo, yield* PostsRepo]
    const notifications = yield* NotificationsRepo
    return {
      shown: yield* everythingRead(given),
      inboxes: yield* Effect.forEach([given.ada, given.bob], (id) => notifications.position(id)),
      listed: yield* posts.page({ authorId: given.ada }, { offset: 0, limit: 20 }),
      theirs: yield* comments.page(given.theirs, { offset: 0, limit: 20 }),
      replies: (yield* posts.get(given.theirs, Option.none())).replyCount,
      hidden: yield* Effect.forEach([...given.posts, given.hiddenPost], (id) =>
        Effect.option(hidden.post(id, Option.none()))
      ),
      hiddenComments: yield* Effect.forEach(given.comments, (id) => Effect.option(hidden.comment(id)))
    }
  })

/** What a move changes, and the changes that it gives, each once; it is undone. */
const outcome = <E>(given: Writer, move: Effect.Effect<ReadonlyArray<Change>, E, HiddenTextsRepo>) =>
  Effect.gen(function* () {
    const { atomically } = yield* Transaction
    const moved = Effect.gen(function* () {
      const changes = new Set((yield* move).map(({ id, kind, userId }) => `${kind} ${id} ${userId}`))
      return { changes: [...changes].sort(), read: yield* read(given) }
    })
    const undone = atomically(Effect.flatMap(Effect.orDie(moved), Effect.fail))
    return yield* Effect.flip(Effect.catchTag(undone, "Unavailable", Effect.die))
  })

/** One move after the other, without those that are refused. */
const oneByOne = <E, E2>(
  { comments, posts }: Writer,
  movePost: (hidden: HiddenTextsRepo["Type"], id: PostId) => Effect.Effect<ReadonlyArray<Change>, E>,
  moveComment: (hidden: HiddenTextsRepo["Type"], id: CommentId) => Effect.Effect<ReadonlyArray<Change>, E2>
) =>
  Effect.gen(function* () {
    const hidden = yield* HiddenTextsRepo
    const moved = [
      ...(yield* Effect.forEach(posts, (id) => Effect.option(movePost(hidden, id)))),
      ...(yield* Effect.forEach(comments, (id) => Effect.option(moveComment(hidden, id))))
    ]
    return moved.flatMap(Option.getOrElse(() => []))
  })

const hideAll = (id: UserId) =>
  Effect.gen(function* () {
    const [hidden, { atomically }] = [yield* HiddenTextsRepo, yield* Transaction]
    return yield* atomically(hidden.hideAll(id, decisionId))
  })

const restoreAll = (id: UserId, by: Option.Option<DecisionId>) =>
  Effect.gen(function* () {
    const [hidden, { atomically }] = [yield* HiddenTextsRepo, yield* Transaction]
    return yield* atomically(hidden.restoreAll(id, by))
  })

/** The contract of `HiddenTextsRepo` for all texts of a member at once. */
export const hideAllContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: HiddenTextsRepo`, (it) => {
    it.effect(
      "HiddenTextsRepo.hideAll hides as hidePost and hideComment of each text do, and gives their changes",
      () =>
        Effect.gen(function* () {
          const given = yield* writer
          const each = oneByOne(
            given,
            (hidden, id) => hidden.hidePost(id, decisionId),
            (hidden, id) => hidden.hideComment(id, decisionId)
          )
          const expected = yield* outcome(given, each)
          const actual = yield* outcome(
            given,
            Effect.flatMap(HiddenTextsRepo, (hidden) => hidden.hideAll(given.ada, decisionId))
          )
          deepStrictEqual(actual, expected)
          strictEqual(expected.changes.length, 11)
          deepStrictEqual(yield* hideAll(yield* newUser()), [])
        })
    )

    it.effect("HiddenTextsRepo.restoreAll restores what any decision hides, or this one, and nothing else", () =>
      Effect.gen(function* () {
        const hidden = yield* HiddenTextsRepo
        const given = yield* writer
        const before = yield* read(given)
        yield* hideAll(given.ada)
        deepStrictEqual(yield* hideAll(given.ada), [])
        const each = oneByOne(
          given,
          (hidden, id) => hidden.restorePost(id),
          (hidden, id) => hidden.restoreComment(id)
        )
        const everything = yield* outcome(given, each)
        const any = Effect.flatMap(HiddenTextsRepo, (hidden) => hidden.restoreAll(given.ada, Option.none()))
        deepStrictEqual(yield* outcome(given, any), everything)
        strictEqual((yield* restoreAll(given.ada, Option.some(decisionId))).length, 7)
        const after = yield* read(given)
        const { inbox } = before.shown
        deepStrictEqual({ ...after, inboxes: before.inboxes, shown: { ...after.shown, inbox } }, before)
        deepStrictEqual(yield* restoreAll(given.ada, Option.some(decisionId)), [])
        yield* restoreAll(given.ada, Option.none())
        for (const id of given.posts) assertNone(yield* Effect.option(hidden.post(id, Option.none())))
      })
    )

    it.effect("HiddenTextsRepo.hideAll of members who answer each other, and their texts at once, all end", () =>
      Effect.gen(function* () {
        const [hidden, posts] = [yield* HiddenTextsRepo, yield* PostsRepo]
        const members = [yield* newUser(), yield* newUser(), yield* newUser()]
        const threads = yield* Effect.forEach(members, (authorId) => newPost({ authorId }))
        const answers = threads.flatMap(({ id }) => members.map((member) => newComment(id, member)))
        const comments = yield* Effect.all(answers)
        const late = threads.flatMap(({ id }) => members.map((member) => Effect.either(toggleLike(id, member))))
        yield* Effect.all(
          [...late, ...answers.map(Effect.either), ...members.map((id) => untilFree(hideAll(id)))],
          atOnce
        )
        for (const { id } of threads)
          strictEqual(Option.isSome(yield* Effect.option(hidden.post(id, Option.none()))), true)
        for (const { id } of comments) strictEqual(Option.isSome(yield* Effect.option(hidden.comment(id))), true)
        const restored = members.map((id) => untilFree(restoreAll(id, Option.some(decisionId))))
        yield* Effect.all(restored, atOnce)
        for (const { id } of threads) {
          const { comments, replyCount } = yield* posts.get(id, Option.none())
          strictEqual(comments.length, replyCount)
          strictEqual(replyCount >= members.length, true)
        }
      })
    )
  })
