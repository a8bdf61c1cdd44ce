import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { NotAllowed } from "../../../src/domain/accounts/CurrentUser.ts"
import { CommentId, DecisionId, type PostId, type UserId } from "../../../src/domain/Ids.ts"
import { CommentNotFound, UnknownReplyTo } from "../../../src/domain/posts/Comment.ts"
import { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { ExportRepo } from "../../../src/ports/accounts/ExportRepo.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { FanOutRepo } from "../../../src/ports/follows/FanOutRepo.ts"
import { FollowsRepo } from "../../../src/ports/follows/FollowsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import type { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { noChange } from "../accounts/SettingsRepoContract.ts"
import { moment, newComment, newPost, newReply, newUser, setHelped, untilFree, writeCommentLike } from "../newRows.ts"
import { told } from "../notifications/told.ts"

type Ports =
  | BlocksRepo
  | CommentsRepo
  | ErasureRepo
  | ExportRepo
  | FanOutRepo
  | FollowsRepo
  | HiddenTextsRepo
  | LikesRepo
  | NotificationsRepo
  | PostsRepo
  | SettingsRepo
  | UsersRepo

const never = CommentId.make(2_000_000_000)
const decision = DecisionId.make(1)
const [like, unlike, toggle] = [Option.some(true), Option.some(false), Option.none<boolean>()]

const shown = (id: PostId, viewer: Option.Option<UserId> = Option.none()) =>
  Effect.gen(function* () {
    const { items } = yield* (yield* CommentsRepo).page(id, { offset: 0, limit: 100 }, viewer)
    const post = yield* (yield* PostsRepo).get(id, viewer)
    deepStrictEqual(post.comments, items)
    return { items, post }
  })

const replyIdsOf = (id: PostId) =>
  Effect.map(shown(id), ({ items }) => items.map(({ replyTo }) => Option.getOrNull(replyTo)?.id ?? null))

/** The ids among these of a list of posts with or without an answer. */
const listed = (ids: ReadonlyArray<PostId>, answered: boolean, filter: { readonly category?: "question" } = {}) =>
  Effect.flatMap(PostsRepo, (posts) =>
    Effect.map(posts.page({ ...filter, answered }, { offset: 0, limit: 100 }), ({ items }) =>
      items.map(({ id }) => id).filter((id) => ids.includes(id))
    )
  )

const scene = Effect.gen(function* () {
  const [author, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
  const post = yield* newPost({ authorId: author, category: "question" })
  return { author, bob, eve, post, comment: yield* newComment(post.id, bob) }
})

/** The contract of answers to comments, marks that they helped, and their likes. */
export const conversationsContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: conversations`, (it) => {
    it.effect("CommentsRepo.addAll stores whom a comment answers, of the same post only", () =>
      Effect.gen(function* () {
        const { bob, comment, eve, post } = yield* scene
        const answer = yield* newReply(comment, eve)
        strictEqual(Option.getOrThrow(answer.replyTo).author.id, bob)
        deepStrictEqual(yield* replyIdsOf(post.id), [null, comment.id])
        const other = yield* newPost()
        for (const [postId, id] of [[other.id, comment.id] as const, [post.id, never] as const]) {
          const refusal = new UnknownReplyTo({ replyTo: id, postId })
          deepStrictEqual(yield* Effect.flip(newReply({ id, postId }, eve)), refusal)
        }
      })
    )

    it.effect("A comment answers nobody while the other is hidden, and once it is deleted", () =>
      Effect.gen(function* () {
        const [comments, hidden] = [yield* CommentsRepo, yield* HiddenTextsRepo]
        const { comment, eve, post } = yield* scene
        yield* newReply(comment, eve)
        yield* untilFree(hidden.hideComment(comment.id, decision))
        deepStrictEqual(yield* replyIdsOf(post.id), [null])
        yield* untilFree(hidden.restoreComment(comment.id))
        deepStrictEqual(yield* replyIdsOf(post.id), [null, comment.id])
        yield* untilFree(hidden.hidePost(post.id, decision))
        const { post: held } = yield* hidden.post(post.id, Option.none())
        deepStrictEqual(
          held.comments.map(({ replyTo }) => Option.getOrNull(replyTo)?.id ?? null),
          [null, comment.id]
        )
        yield* untilFree(hidden.restorePost(post.id))
        deepStrictEqual(yield* replyIdsOf(post.id), [null, comment.id])
        yield* comments.remove(comment.id)
        deepStrictEqual(yield* replyIdsOf(post.id), [null])
      })
    )

    it.effect("An answer notifies a member once, by the most particular type that they have not switched off", () =>
      Effect.gen(function* () {
        const [settings, blocks] = [yield* SettingsRepo, yield* BlocksRepo]
        const { author, bob, comment, eve, post } = yield* scene
        const answer = yield* newReply(comment, eve)
        deepStrictEqual(yield* told(bob), [`reply ${answer.id} true`])
        deepStrictEqual(yield* told(author), [`comment ${comment.id}`, `comment ${answer.id}`])
        const own = yield* newComment(post.id, author)
        const toAuthor = yield* newReply(own, eve)
        deepStrictEqual((yield* told(author)).slice(2), [`reply ${toAuthor.id} true`])
        yield* settings.update(author, { ...noChange, reply: Option.some(false) })
        const switchedOff = yield* newReply(own, eve)
        deepStrictEqual((yield* told(author)).slice(3), [`comment ${switchedOff.id}`])
        yield* blocks.add(bob, eve, moment)
        yield* newReply(comment, eve)
        yield* newReply(comment, bob)
        strictEqual((yield* told(bob)).length, 1)
      })
    )

    it.effect("An answer to a comment of a follower of the post notifies them once", () =>
      Effect.gen(function* () {
        const [fanOut, follows] = [yield* FanOutRepo, yield* FollowsRepo]
        const { bob, comment, eve, post } = yield* scene
        yield* follows.add(bob, { type: "post", id: post.id }, moment)
        const answer = yield* newReply(comment, eve)
        const batch = untilFree(fanOut.next(2_000_000_000, 100))
        yield* Effect.repeat(batch, { while: ({ hasMore }) => hasMore })
        deepStrictEqual(yield* told(bob), [`reply ${answer.id} true`])
      })
    )

    it.effect("CommentsRepo.setHelped marks a comment, counts it on the post, and notifies once", () =>
      Effect.gen(function* () {
        const { author, bob, comment, eve, post } = yield* scene
        const second = yield* newComment(post.id, eve)
        const marks = [
          yield* setHelped(comment.id, true),
          yield* setHelped(comment.id, true),
          yield* setHelped(second.id, true),
          yield* setHelped(comment.id, false),
          yield* setHelped(comment.id, true)
        ]
        deepStrictEqual(
          marks.map((changes) => changes.map(({ kind }) => kind)),
          [["comment", "notification"], [], ["comment", "notification"], ["comment"], ["comment"]]
        )
        deepStrictEqual(yield* told(bob), [`helped ${comment.id}`])
        deepStrictEqual(yield* told(eve), [`helped ${second.id}`])
        strictEqual((yield* told(author)).length, 2)
        const { items, post: detail } = yield* shown(post.id)
        deepStrictEqual([detail.helpedCount, ...items.map(({ helped }) => helped)], [2, true, true])
        yield* (yield* CommentsRepo).remove(second.id)
        strictEqual((yield* shown(post.id)).post.helpedCount, 1)
      })
    )

    it.effect("PostsRepo.page narrows to posts with or without an answer, whatever happens to the comments", () =>
      Effect.gen(function* () {
        const [hidden, users] = [yield* HiddenTextsRepo, yield* UsersRepo]
        const { author, bob, comment, post } = yield* scene
        const other = yield* newPost({ authorId: author })
        const ids = [post.id, other.id]
        const check = (expected: ReadonlyArray<PostId>) =>
          Effect.gen(function* () {
            const rest = ids.filter((id) => !expected.includes(id))
            deepStrictEqual(yield* listed(ids, true), expected)
            deepStrictEqual(new Set(yield* listed(ids, false)), new Set(rest))
            deepStrictEqual(yield* listed(ids, true, { category: "question" }), expected)
          })
        yield* check([])
        yield* setHelped(comment.id, true)
        yield* check([post.id])
        yield* untilFree(hidden.hideComment(comment.id, decision))
        yield* check([])
        yield* untilFree(hidden.restoreComment(comment.id))
        yield* check([post.id])
        yield* setHelped(comment.id, false)
        yield* check([])
        const verification = { by: author, at: moment, as: "geneticist" }
        yield* users.setVerification(bob, Option.some(verification))
        yield* check([post.id])
        yield* untilFree(hidden.hidePost(post.id, decision))
        yield* users.setVerification(bob, Option.none())
        yield* untilFree(hidden.restorePost(post.id))
        yield* check([])
        yield* users.setVerification(bob, Option.some(verification))
        yield* untilFree(hidden.hidePost(post.id, decision))
        yield* untilFree(hidden.restorePost(post.id))
        yield* newComment(post.id, bob)
        yield* (yield* CommentsRepo).remove(comment.id)
        yield* check([post.id])
        yield* (yield* ErasureRepo).erase(bob, "keep")
        yield* check([])
      })
    )

    it.effect("LikesRepo.writeAllOfComments likes comments as posts are liked, and notifies once", () =>
      Effect.gen(function* () {
        const { bob, comment, eve, post } = yield* scene
        const states = yield* Effect.forEach([toggle, toggle, like, like, unlike, unlike, toggle], (wanted) =>
          writeCommentLike(comment.id, eve, wanted)
        )
        deepStrictEqual(
          states.map(({ liked, likeCount }) => [liked, likeCount]),
          [
            [true, 1],
            [false, 0],
            [true, 1],
            [true, 1],
            [false, 0],
            [false, 0],
            [true, 1]
          ]
        )
        yield* writeCommentLike(comment.id, bob, like)
        deepStrictEqual(yield* told(bob), [`comment_like ${comment.id}`])
        const likes = (viewer: Option.Option<UserId>) =>
          Effect.map(shown(post.id, viewer), ({ items }) =>
            items.map(({ likeCount, liked }) => [likeCount, Option.getOrNull(liked)])
          )
        deepStrictEqual(yield* likes(Option.some(eve)), [[2, true]])
        deepStrictEqual(yield* likes(Option.some(yield* newUser())), [[2, false]])
        deepStrictEqual(yield* likes(Option.none()), [[2, null]])
        deepStrictEqual(yield* Effect.flip(writeCommentLike(never, eve, like)), new CommentNotFound({ id: never }))
      })
    )

    it.effect("A mark that a comment helped, and a like of it, notify nobody who switched them off or blocks", () =>
      Effect.gen(function* () {
        const [settings, blocks] = [yield* SettingsRepo, yield* BlocksRepo]
        const { author, bob, comment, eve, post } = yield* scene
        yield* settings.update(bob, { ...noChange, helped: Option.some(false), commentLike: Option.some(false) })
        yield* setHelped(comment.id, true)
        yield* writeCommentLike(comment.id, eve, like)
        deepStrictEqual(yield* told(bob), [])
        const other = yield* newComment(post.id, eve)
        yield* blocks.add(eve, author, moment)
        yield* setHelped(other.id, true)
        yield* writeCommentLike(other.id, eve, like)
        yield* writeCommentLike(other.id, bob, like)
        deepStrictEqual(yield* told(eve), [`comment_like ${other.id}`])
      })
    )

    it.effect("CommentsRepo.remove gives each recipient of notifications about the comment once", () =>
      Effect.gen(function* () {
        const [{ author, bob, comment, eve }, { remove }] = [yield* scene, yield* CommentsRepo]
        yield* setHelped(comment.id, true)
        for (const liker of [eve, author]) yield* writeCommentLike(comment.id, liker, like)
        const recipients = yield* remove(comment.id)
        deepStrictEqual([recipients.length, new Set(recipients)], [2, new Set([author, bob])])
      })
    )

    it.effect("A like of a comment is refused to a member whom its author blocks, who may take it back", () =>
      Effect.gen(function* () {
        const { bob, comment, eve } = yield* scene
        yield* writeCommentLike(comment.id, eve, like)
        yield* (yield* BlocksRepo).add(bob, eve, moment)
        const refusal = new NotAllowed({ action: "reactToBlocker" })
        deepStrictEqual(yield* Effect.flip(writeCommentLike(comment.id, eve, like)), refusal)
        deepStrictEqual(yield* writeCommentLike(comment.id, eve, toggle), { liked: false, likeCount: 0 })
        deepStrictEqual(yield* Effect.flip(writeCommentLike(comment.id, eve, toggle)), refusal)
      })
    )

    it.effect("Likes of a comment outlast hiding, are exported, and go with their member and with the comment", () =>
      Effect.gen(function* () {
        const [erasure, exports, hidden] = [yield* ErasureRepo, yield* ExportRepo, yield* HiddenTextsRepo]
        const { author, bob, comment, eve, post } = yield* scene
        for (const id of [author, eve]) yield* writeCommentLike(comment.id, id, like)
        yield* untilFree(hidden.hideComment(comment.id, decision))
        yield* untilFree(hidden.restoreComment(comment.id))
        const likeOf = (id: UserId) =>
          Effect.map(
            exports.page(id, "like", 0),
            Array.map(({ line }) => line)
          )
        const line = { type: "like" as const, commentId: comment.id, createdAt: moment }
        deepStrictEqual(yield* likeOf(eve), [line])
        yield* untilFree(hidden.hidePost(post.id, decision))
        yield* erasure.erase(eve, "keep")
        yield* untilFree(hidden.restorePost(post.id))
        const { items } = yield* shown(post.id)
        deepStrictEqual(
          items.map(({ likeCount }) => likeCount),
          [1]
        )
        yield* erasure.erase(bob, "delete")
        deepStrictEqual(yield* likeOf(author), [])
      })
    )
  })
