import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { Blocked } from "../../../src/domain/BatchResult.ts"
import { type Change, notificationsRemoved } from "../../../src/domain/Change.ts"
import { DecisionId, PostId, type UserId } from "../../../src/domain/Ids.ts"
import { CommentNotFound } from "../../../src/domain/posts/Comment.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newComment, newPost, newUser, toggleLike, view } from "../newRows.ts"
import { everythingRead, type Ports, scene } from "./hiddenScene.ts"
import { newDecision } from "./newDecisions.ts"

const decisionId = DecisionId.make(7)
const other = DecisionId.make(8)

const replies = (id: PostId) =>
  Effect.flatMap(PostsRepo, (posts) => Effect.map(posts.get(id, Option.none()), ({ replyCount }) => replyCount))

const commentsOf = (id: PostId) =>
  Effect.flatMap(CommentsRepo, (comments) =>
    Effect.map(comments.page(id, { offset: 0, limit: 100 }), ({ items }) => items.map(({ id }) => id))
  )

/** A post with two comments by one member. */
const thread = Effect.gen(function* () {
  const [author, ada] = [yield* newUser(), yield* newUser()]
  const post = yield* newPost({ authorId: author })
  const [first, second] = [yield* newComment(post.id, ada), yield* newComment(post.id, ada)]
  return { author, ada, post, first, second }
})

/** The changes of a hidden or restored text, and of the inboxes that lost notifications about it. */
const changes = (change: Change, recipients: ReadonlyArray<UserId> = []) => [
  change,
  ...notificationsRemoved(PostId.make(change.id), recipients)
]

/** The contract of `HiddenTextsRepo` for hiding and restoring. */
export const hiddenTextsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: HiddenTextsRepo`, (it) => {
    it.effect("HiddenTextsRepo.hidePost is a deletion for every read, and restorePost brings all back as it was", () =>
      Effect.gen(function* () {
        const [hidden, posts] = [yield* HiddenTextsRepo, yield* PostsRepo]
        const { author, post, ...given } = yield* scene
        const before = yield* everythingRead({ author, ...given })
        const shown = yield* posts.get(post.id, Option.some(given.ada))
        strictEqual(
          before.lists[0]?.items.some(({ id }) => id === post.id),
          true
        )
        const changed = { kind: "post", id: post.id, userId: author } as const
        deepStrictEqual(yield* hidden.hidePost(post.id, decisionId), changes(changed, [author]))
        const gone = yield* everythingRead({ author, ...given })
        strictEqual(JSON.stringify(gone).includes(given.word), false)
        deepStrictEqual(yield* Effect.flip(posts.get(post.id, Option.none())), new PostNotFound({ id: post.id }))
        deepStrictEqual(
          yield* Effect.option(hidden.post(post.id, Option.some(given.ada))),
          Option.some({ post: shown, decisionId })
        )
        deepStrictEqual(yield* hidden.restorePost(post.id), changes(changed))
        const { inbox: _, ...after } = yield* everythingRead({ author, ...given })
        const { inbox: __, ...rest } = before
        deepStrictEqual(after, rest)
        deepStrictEqual(yield* posts.get(post.id, Option.some(given.ada)), shown)
        deepStrictEqual(yield* Effect.flip(hidden.post(post.id, Option.none())), new PostNotFound({ id: post.id }))
      })
    )

    it.effect("HiddenTextsRepo leaves as many notifications as a deletion, and restoring brings none back", () =>
      Effect.gen(function* () {
        const hidden = yield* HiddenTextsRepo
        const { author, post, ...given } = yield* scene
        const read = Effect.map(everythingRead({ author, ...given }), ({ inbox }) => inbox)
        deepStrictEqual([(yield* read).total, (yield* read).unreadCount], [4, 4])
        yield* hidden.hidePost(post.id, decisionId)
        const after = yield* read
        deepStrictEqual([after.total, after.unreadCount, after.items.length], [1, 1, 1])
        yield* hidden.restorePost(post.id)
        deepStrictEqual(yield* read, after)
      })
    )

    it.effect(
      "HiddenTextsRepo.hideComment is a deletion for every read, and restoreComment brings it back in its place",
      () =>
        Effect.gen(function* () {
          const hidden = yield* HiddenTextsRepo
          const { author, comment, ...given } = yield* scene
          const before = yield* everythingRead({ author, ...given })
          const { postId } = comment
          const changed = { kind: "comment", id: postId, userId: null } as const
          deepStrictEqual(yield* hidden.hideComment(comment.id, decisionId), changes(changed, [author]))
          deepStrictEqual(
            yield* Effect.option(hidden.comment(comment.id)),
            Option.some({
              postId,
              authorId: comment.author.id,
              content: comment.content,
              decisionId,
              isWithPost: false
            })
          )
          strictEqual(JSON.stringify(yield* everythingRead({ author, ...given })).includes(given.commentWord), false)
          deepStrictEqual(yield* hidden.restoreComment(comment.id), changes(changed))
          const { inbox: _, ...after } = yield* everythingRead({ author, ...given })
          const { inbox: __, ...rest } = before
          deepStrictEqual(after, rest)
          deepStrictEqual(yield* Effect.flip(hidden.comment(comment.id)), new CommentNotFound({ id: comment.id }))
        })
    )

    it.effect("HiddenTextsRepo.restorePost leaves the comments hidden that a decision hides, before and since", () =>
      Effect.gen(function* () {
        const hidden = yield* HiddenTextsRepo
        const { first, post, second } = yield* thread
        const third = yield* newComment(post.id, yield* newUser())
        yield* hidden.hideComment(first.id, decisionId)
        yield* hidden.hidePost(post.id, other)
        const changed = { kind: "comment", id: post.id, userId: null } as const
        deepStrictEqual(yield* hidden.hideComment(second.id, decisionId), changes(changed))
        deepStrictEqual(
          (yield* Effect.forEach([first, second, third], ({ id }) => Effect.option(hidden.comment(id)))).map(
            Option.map((row) => [row.decisionId, row.isWithPost])
          ),
          [
            [decisionId, false],
            [decisionId, false],
            [other, true]
          ].map(Option.some)
        )
        const shown = Option.map(yield* Effect.option(hidden.post(post.id, Option.none())), ({ post }) => post)
        deepStrictEqual(
          Option.map(shown, ({ comments, replyCount }) => [comments.map(({ id }) => id), replyCount]),
          Option.some([[third.id], 1])
        )
        yield* hidden.restorePost(post.id)
        deepStrictEqual([yield* commentsOf(post.id), yield* replies(post.id)], [[third.id], 1])
        yield* hidden.restoreComment(second.id)
        yield* hidden.restoreComment(first.id)
        deepStrictEqual([yield* commentsOf(post.id), yield* replies(post.id)], [[first.id, second.id, third.id], 3])
      })
    )

    it.effect("HiddenTextsRepo.restoreComment of a comment on a hidden post lets it come back with the post", () =>
      Effect.gen(function* () {
        const hidden = yield* HiddenTextsRepo
        const { first, post, second } = yield* thread
        yield* hidden.hideComment(first.id, decisionId)
        yield* hidden.hidePost(post.id, other)
        yield* hidden.restoreComment(first.id)
        deepStrictEqual(
          Option.map(yield* Effect.option(hidden.comment(first.id)), (row) => [row.decisionId, row.isWithPost]),
          Option.some([other, true])
        )
        deepStrictEqual(yield* Effect.flip(hidden.restoreComment(first.id)), new CommentNotFound({ id: first.id }))
        yield* hidden.restorePost(post.id)
        deepStrictEqual(yield* commentsOf(post.id), [first.id, second.id])
      })
    )

    it.effect("HiddenTextsRepo hides once and restores once, and knows no text that is not there", () =>
      Effect.gen(function* () {
        const [hidden, posts] = [yield* HiddenTextsRepo, yield* PostsRepo]
        const { first, post } = yield* thread
        const [noPost, noComment] = [new PostNotFound({ id: post.id }), new CommentNotFound({ id: first.id })]
        const restored = Effect.asVoid(hidden.restorePost(post.id))
        for (const missing of [restored, Effect.asVoid(hidden.lockPost(post.id)), hidden.removePost(post.id)]) {
          deepStrictEqual(yield* Effect.flip(missing), noPost)
        }
        deepStrictEqual(yield* Effect.flip(hidden.restoreComment(first.id)), noComment)
        deepStrictEqual(yield* Effect.flip(hidden.comment(first.id)), new CommentNotFound({ id: first.id }))
        yield* hidden.hideComment(first.id, decisionId)
        deepStrictEqual(yield* Effect.flip(hidden.hideComment(first.id, decisionId)), noComment)
        yield* hidden.hidePost(post.id, decisionId)
        deepStrictEqual(yield* Effect.flip(hidden.hidePost(post.id, other)), noPost)
        deepStrictEqual(yield* Effect.flip(hidden.hideComment(first.id, decisionId)), noComment)
        yield* hidden.removePost(post.id)
        for (const missing of [restored, hidden.removePost(post.id), Effect.asVoid(posts.lock(post.id))]) {
          deepStrictEqual(yield* Effect.flip(missing), noPost)
        }
        deepStrictEqual(yield* Effect.flip(hidden.restoreComment(first.id)), noComment)
      })
    )

    it.effect("PostsRepo.remove deletes the hidden comments of a post too", () =>
      Effect.gen(function* () {
        const [hidden, posts] = [yield* HiddenTextsRepo, yield* PostsRepo]
        const { first, post } = yield* thread
        yield* hidden.hideComment(first.id, decisionId)
        yield* posts.remove(post.id)
        deepStrictEqual(yield* Effect.flip(hidden.comment(first.id)), new CommentNotFound({ id: first.id }))
        deepStrictEqual(yield* Effect.flip(hidden.restoreComment(first.id)), new CommentNotFound({ id: first.id }))
      })
    )

    it.effect("PostsRepo.addViews counts on hidden posts, gives their numbers, and restored posts have them", () =>
      Effect.gen(function* () {
        const [hidden, posts] = [yield* HiddenTextsRepo, yield* PostsRepo]
        const { id } = yield* newPost()
        yield* view(id, 2)
        yield* hidden.hidePost(id, decisionId)
        deepStrictEqual(yield* view(id, 3), [{ id, views: 5 }])
        yield* hidden.restorePost(id)
        strictEqual((yield* posts.get(id, Option.none())).viewCount, 5)
      })
    )

    it.effect("HiddenTextsRepo.setLocked answers whether it changed the state, which a restored post has", () =>
      Effect.gen(function* () {
        const [hidden, posts] = [yield* HiddenTextsRepo, yield* PostsRepo]
        const { id } = yield* newPost()
        deepStrictEqual(yield* Effect.flip(hidden.setLocked(id, true)), new PostNotFound({ id }))
        yield* hidden.hidePost(id, decisionId)
        deepStrictEqual([yield* hidden.setLocked(id, true), yield* hidden.setLocked(id, true)], [true, false])
        yield* hidden.restorePost(id)
        strictEqual((yield* posts.get(id, Option.none())).locked, true)
        yield* hidden.hidePost(id, decisionId)
        strictEqual(yield* hidden.setLocked(id, false), true)
        yield* hidden.restorePost(id)
        strictEqual((yield* posts.get(id, Option.none())).locked, false)
      })
    )

    it.effect("HiddenTextsRepo.lockPost gives author, text and decision, and a rollback undoes what follows", () =>
      Effect.gen(function* () {
        const hidden = yield* HiddenTextsRepo
        const { atomically } = yield* Transaction
        const { author, post } = yield* thread
        const undone = <A, E>(change: Effect.Effect<A, E>) =>
          Effect.flip(atomically(Effect.zipRight(change, Effect.fail("no"))))
        yield* undone(hidden.hidePost(post.id, decisionId))
        deepStrictEqual(yield* Effect.flip(hidden.post(post.id, Option.none())), new PostNotFound({ id: post.id }))
        yield* hidden.hidePost(post.id, decisionId)
        const { content, diseaseId, title } = post
        const owned = { authorId: author, title, content, diseaseId, audience: "everyone" as const }
        deepStrictEqual(yield* hidden.lockPost(post.id), { ...owned, decisionId })
        yield* undone(hidden.restorePost(post.id))
        strictEqual(Option.isSome(yield* Effect.option(hidden.post(post.id, Option.none()))), true)
      })
    )

    it.effect("HiddenTextsRepo.isNew is true until as many texts are shown, or were restored, as are asked for", () =>
      Effect.gen(function* () {
        const [hidden, decisions] = [yield* HiddenTextsRepo, yield* DecisionsRepo]
        const { atomically } = yield* Transaction
        const { author: subjectId, post } = yield* thread
        const isNew = Effect.all([hidden.isNew(subjectId, 1), hidden.isNew(subjectId, 2)])
        deepStrictEqual(yield* isNew, [false, true])
        yield* atomically(Effect.zipRight((yield* PostsRepo).lock(post.id), hidden.hidePost(post.id, decisionId)))
        deepStrictEqual(yield* isNew, [true, true])
        const target = { type: "post", id: post.id } as const
        const id = yield* newDecision({ subjectId, target })
        yield* newDecision({ subjectId, target: { type: "user", id: subjectId }, action: "restore" })
        deepStrictEqual(yield* isNew, [true, true])
        yield* decisions.addAppeal(id, "It is mine.", moment)
        yield* decisions.setOutcome(id, { outcome: "reversed", reason: "So it is.", byId: subjectId, at: moment })
        yield* newDecision({ subjectId, target, action: "restore" })
        deepStrictEqual(yield* isNew, [false, true])
        yield* newDecision({ subjectId, action: "restore" })
        deepStrictEqual(yield* isNew, [false, false])
      })
    )

    it.effect(
      "HiddenTextsRepo: of a hiding, a restoring and likes and comments at once none is lost or done twice",
      () =>
        Effect.gen(function* () {
          const [hidden, posts] = [yield* HiddenTextsRepo, yield* PostsRepo]
          const { atomically } = yield* Transaction
          const [{ ada, post }, bob] = [yield* thread, yield* newUser()]
          const hide = atomically(Effect.zipRight(posts.lock(post.id), hidden.hidePost(post.id, decisionId)))
          const restore = atomically(Effect.zipRight(hidden.lockPost(post.id), hidden.restorePost(post.id)))
          const write = Effect.all([newComment(post.id, bob), toggleLike(post.id, ada)])
          const tried = Effect.either(
            Effect.retry(Effect.all([hide, restore, write], { concurrency: "unbounded" }), {
              times: 50,
              while: (error) => error instanceof Blocked || error instanceof PostNotFound
            })
          )
          yield* Effect.all(Array.replicate(tried, 3), { concurrency: "unbounded" })
          yield* Effect.either(restore)
          const { comments, likeCount, replyCount } = yield* posts.get(post.id, Option.none())
          strictEqual(comments.length, replyCount)
          strictEqual(likeCount <= 1, true)
          yield* Effect.either(restore)
        })
    )
  })
