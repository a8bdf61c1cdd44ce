import { layer } from "@effect/vitest"
import { assertNone, assertSome, deepStrictEqual } from "@effect/vitest/utils"
import type { DateTime } from "effect"
import { Array, Effect, type Layer, Option } from "effect"
import { NotAllowed } from "../../../src/domain/accounts/CurrentUser.ts"
import { type CommentId, DecisionId, type PostId, type UserId } from "../../../src/domain/Ids.ts"
import type { TextTarget } from "../../../src/domain/moderation/Target.ts"
import { revisionsShown } from "../../../src/domain/posts/Revision.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo, type PostUpdate } from "../../../src/ports/posts/PostsRepo.ts"
import { RevisionsRepo } from "../../../src/ports/posts/RevisionsRepo.ts"
import { filtered, moment, newComment, newPost, newUser, postChange, time, toggleLike, unique } from "../newRows.ts"

type Ports = CommentsRepo | HiddenTextsRepo | LikesRepo | PostsRepo | RevisionsRepo | UsersRepo

const [first, second] = [time("2026-02-01T00:00:00.000Z"), time("2026-03-01T00:00:00.000Z")]

const changePost = (id: PostId, editor: UserId, at: DateTime.Utc, change: Partial<PostUpdate>) =>
  Effect.flatMap(PostsRepo, (posts) => posts.update(id, postChange({ updatedAt: at, ...change }), editor))

const changeComment = (id: CommentId, editorId: UserId, at: DateTime.Utc, text: string) =>
  Effect.flatMap(CommentsRepo, (comments) =>
    comments.update(id, {
      content: Option.some(filtered(text)),
      language: Option.none(),
      authorKind: "human",
      editorId,
      updatedAt: at
    })
  )

const of = (target: TextTarget) => Effect.flatMap(RevisionsRepo, (revisions) => revisions.of(target))

/** The contract of `RevisionsRepo`, and of what updates, removals and hiding do to revisions. */
export const revisionsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: RevisionsRepo`, (it) => {
    it.effect("PostsRepo.update keeps each replaced title and content with its time and its writer, newest first", () =>
      Effect.gen(function* () {
        const [name, staff] = [unique(), unique()]
        const [author, moderator] = [yield* newUser({ username: name }), yield* newUser({ username: staff })]
        const { content, id, title } = yield* newPost({ authorId: author })
        const target = { type: "post" as const, id }
        deepStrictEqual(yield* of(target), Option.some({ authorId: author, isHidden: false, revisions: [] }))
        const edited = yield* changePost(id, moderator, first, { title: Option.some("Two") })
        deepStrictEqual(edited.editedAt, Option.some(first))
        const again = yield* changePost(id, author, second, { content: Option.some(filtered("three")) })
        deepStrictEqual(again.editedAt, Option.some(second))
        const revisions = [
          { title: "Two", content, createdAt: first, by: { id: moderator, username: staff } },
          { title, content, createdAt: moment, by: { id: author, username: name } }
        ]
        deepStrictEqual(yield* of(target), Option.some({ authorId: author, isHidden: false, revisions }))
      })
    )

    it.effect("PostsRepo.update of neither title nor content is not an edit, and keeps no revision", () =>
      Effect.gen(function* () {
        const { author, id, title } = yield* newPost()
        const [content] = [filtered(unique())]
        yield* changePost(id, author.id, first, { content: Option.some(content) })
        const same = {
          title: Option.some(title),
          content: Option.some(content),
          category: Option.some("question" as const)
        }
        const after = yield* changePost(id, author.id, second, same)
        deepStrictEqual([after.editedAt, after.updatedAt], [Option.some(first), second])
        const { revisions } = Option.getOrThrow(yield* of({ type: "post", id }))
        deepStrictEqual(revisions.length, 1)
      })
    )

    it.effect("CommentsRepo.update keeps each replaced text, and none of one that is sent back unchanged", () =>
      Effect.gen(function* () {
        const name = unique()
        const [author, { id: postId }] = [yield* newUser({ username: name }), yield* newPost()]
        const { content, id } = yield* newComment(postId, author)
        const edited = yield* changeComment(id, author, first, "two")
        deepStrictEqual(edited.editedAt, Option.some(first))
        deepStrictEqual((yield* changeComment(id, author, second, "two")).editedAt, Option.some(first))
        const revisions = [{ content, createdAt: moment, by: { id: author, username: name } }]
        deepStrictEqual(
          yield* of({ type: "comment", id }),
          Option.some({ authorId: author, isHidden: false, revisions })
        )
      })
    )

    it.effect("RevisionsRepo.of outlasts hiding and restoring, and ends with the removal of the text", () =>
      Effect.gen(function* () {
        const [hidden, posts, comments] = [yield* HiddenTextsRepo, yield* PostsRepo, yield* CommentsRepo]
        const [author, decisionId] = [yield* newUser(), DecisionId.make(1)]
        const { id: postId } = yield* newPost({ authorId: author })
        const [one, two] = [yield* newComment(postId, author), yield* newComment(postId, author)]
        yield* changePost(postId, author, first, { title: Option.some("Two") })
        yield* changeComment(one.id, author, first, "two")
        yield* changeComment(two.id, author, first, "two")
        const targets = [
          { type: "post" as const, id: postId },
          { type: "comment" as const, id: one.id },
          { type: "comment" as const, id: two.id }
        ]
        const states = Effect.forEach(targets, (target) =>
          Effect.map(
            of(target),
            Option.map(({ isHidden, revisions }) => [isHidden, revisions.length])
          )
        )
        yield* hidden.hideComment(one.id, decisionId)
        deepStrictEqual(
          yield* states,
          [
            [false, 1],
            [true, 1],
            [false, 1]
          ].map(Option.some)
        )
        yield* hidden.hidePost(postId, decisionId)
        deepStrictEqual(
          yield* states,
          [
            [true, 1],
            [true, 1],
            [true, 1]
          ].map(Option.some)
        )
        yield* hidden.restorePost(postId)
        deepStrictEqual(
          yield* states,
          [
            [false, 1],
            [true, 1],
            [false, 1]
          ].map(Option.some)
        )
        yield* comments.remove(two.id)
        assertNone((yield* states)[2] ?? Option.none())
        assertSome((yield* states)[1] ?? Option.none(), [true, 1])
        yield* posts.remove(postId)
        deepStrictEqual(yield* states, Array.replicate(Option.none(), 3))
      })
    )

    it.effect("RevisionsRepo.of ends at 100 revisions and at 1 MB", () =>
      Effect.gen(function* () {
        const { author, id } = yield* newPost()
        const target = { type: "post" as const, id }
        const count = Effect.map(of(target), (text) => Option.getOrThrow(text).revisions.length)
        yield* Effect.forEach(Array.range(1, revisionsShown + 5), (nth) =>
          changePost(id, author.id, first, { title: Option.some(`T ${nth}`) })
        )
        deepStrictEqual(yield* count, revisionsShown)
        const long = { ...filtered("x"), content: "x".repeat(300_000) }
        yield* Effect.forEach(["a", "b", "c", "d"], (end) =>
          changePost(id, author.id, first, { content: Option.some({ ...long, content: long.content + end }) })
        )
        yield* changePost(id, author.id, first, { content: Option.some(filtered("short")) })
        deepStrictEqual(yield* count, 3)
      })
    )

    it.effect(
      "PostsRepo.setLocked refuses comments, not likes, and answers whether it changed the state, which reads show",
      () =>
        Effect.gen(function* () {
          const posts = yield* PostsRepo
          const { id } = yield* newPost()
          const shown = Effect.all([
            Effect.map(posts.get(id, Option.none()), ({ locked }) => locked),
            Effect.map(posts.page({}, { offset: 0, limit: 1 }), ({ items }) => items[0]?.locked)
          ])
          deepStrictEqual([yield* posts.setLocked(id, true), yield* posts.setLocked(id, true)], [true, false])
          deepStrictEqual(yield* shown, [true, true])
          const author = yield* newUser()
          const refused = yield* Effect.flip(newComment(id, author))
          deepStrictEqual(refused, new NotAllowed({ action: "commentOnLocked" }))
          yield* toggleLike(id, author)
          deepStrictEqual(yield* posts.setLocked(id, false), true)
          yield* newComment(id, author)
          deepStrictEqual(yield* shown, [false, false])
        })
    )
  })
