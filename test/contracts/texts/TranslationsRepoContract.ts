import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { noSettingsChange } from "../../../src/domain/accounts/Settings.ts"
import { CommentId, PostId } from "../../../src/domain/Ids.ts"
import type { TextTarget } from "../../../src/domain/moderation/Target.ts"
import { PostReader, readerOfAll } from "../../../src/domain/posts/Audience.ts"
import type { Translation } from "../../../src/domain/posts/Translation.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { TranslationsRepo } from "../../../src/ports/posts/TranslationsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { decisionId } from "../../support/moderation/Hiding.ts"
import { moment, newComment, newPost, newUser } from "../newRows.ts"

type Ports =
  | CommentsRepo
  | ErasureRepo
  | HiddenTextsRepo
  | PostsRepo
  | SettingsRepo
  | Transaction
  | TranslationsRepo
  | UsersRepo

const inGerman: Translation = {
  ...{ language: "und", to: "de", content: "Ja.", contentHtml: "<p>Ja.</p>", engine: "an engine" },
  createdAt: moment
}

const scene = Effect.gen(function* () {
  const author = yield* newUser()
  const { id: postId } = yield* newPost({ authorId: author, language: "und" })
  const { id } = yield* newComment(postId, author)
  const post: TextTarget = { type: "post", id: postId }
  const comment: TextTarget = { type: "comment", id }
  return { author, post, comment, postId }
})

const read = (target: TextTarget, to = "de") =>
  Effect.flatMap(TranslationsRepo, (repo) => Effect.map(repo.read([target], to), ([found = Option.none()]) => found))

const stored = (target: TextTarget) =>
  Effect.map(
    read(target),
    Option.flatMap(({ translation }) => translation)
  )

/** Stores a translation of the present revision, and gives it. */
const store = (target: TextTarget, given: Partial<Translation> = {}) =>
  Effect.gen(function* () {
    const { revision } = Option.getOrThrow(yield* read(target))
    const translation = { ...inGerman, ...(target.type === "post" ? { title: "Ja?" } : {}), ...given }
    yield* (yield* TranslationsRepo).store(target, revision, translation)
    return translation
  })

/** The contract of `TranslationsRepo`, and of what changes, removals and hiding do to translations. */
export const translationsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: TranslationsRepo`, (it) => {
    it.effect("TranslationsRepo.read gives a shown text, and what is stored of its present revision", () =>
      Effect.gen(function* () {
        const { author, comment, post } = yield* scene
        for (const target of [post, comment]) {
          const before = Option.getOrThrow(yield* read(target))
          deepStrictEqual(
            [before.authorId, before.isWanted, before.language, Option.isSome(before.title), before.translation],
            [author, true, "und", target.type === "post", Option.none()]
          )
          yield* store(target)
          const second = yield* store(target, { content: "Doch." })
          yield* store(target, { to: "fr" })
          deepStrictEqual(yield* stored(target), Option.some(second))
          deepStrictEqual(yield* read(target, "es"), Option.some(before))
        }
        deepStrictEqual(yield* read({ type: "post", id: PostId.make(2_147_483_646) }), Option.none())
        deepStrictEqual(yield* read({ type: "comment", id: CommentId.make(2_147_483_646) }), Option.none())
      })
    )

    it.effect(
      "TranslationsRepo.store stores nothing of another revision, and a change of the text ends what is stored",
      () =>
        Effect.gen(function* () {
          const { author, post, postId } = yield* scene
          const repo = yield* TranslationsRepo
          const { revision } = Option.getOrThrow(yield* read(post))
          yield* store(post)
          const change = {
            ...{ title: Option.some("Another"), content: Option.none(), language: Option.none() },
            ...{ category: Option.none(), diseaseId: Option.none(), authorKind: "human" as const },
            updatedAt: moment
          }
          yield* (yield* PostsRepo).update(postId, change, author)
          deepStrictEqual(yield* stored(post), Option.none())
          yield* repo.store(post, revision, { ...inGerman, title: "Ja?" })
          deepStrictEqual(yield* stored(post), Option.none())
          yield* store(post)
          yield* (yield* PostsRepo).update(
            postId,
            { ...change, title: Option.none(), language: Option.some("en") },
            author
          )
          deepStrictEqual(yield* stored(post), Option.none())
        })
    )

    it.effect("TranslationsRepo.read gives several texts in the order of their targets", () =>
      Effect.gen(function* () {
        const { author, comment, post } = yield* scene
        const gone: TextTarget = { type: "comment", id: CommentId.make(2_147_483_646) }
        const other: TextTarget = { type: "post", id: (yield* newPost()).id }
        const targets = [comment, gone, other, post]
        const expected = yield* Effect.forEach(targets, (target) => read(target))
        deepStrictEqual(yield* Effect.flatMap(TranslationsRepo, (repo) => repo.read(targets, "de")), expected)
        deepStrictEqual(expected.map(Option.map(({ authorId }) => authorId === author)), [
          Option.some(true),
          Option.none(),
          Option.some(false),
          Option.some(true)
        ])
        deepStrictEqual(yield* Effect.flatMap(TranslationsRepo, (repo) => repo.read([], "de")), [])
      })
    )

    it.effect("TranslationsRepo.read gives no text that is hidden, and no translation once it is restored", () =>
      Effect.gen(function* () {
        const { comment, post, postId } = yield* scene
        const hidden = yield* HiddenTextsRepo
        yield* store(post)
        yield* store(comment)
        const { atomically } = yield* Transaction
        yield* atomically(hidden.hidePost(postId, decisionId))
        deepStrictEqual([yield* read(post), yield* read(comment)], [Option.none(), Option.none()])
        yield* (yield* TranslationsRepo).store(post, "a revision", { ...inGerman, title: "Ja?" })
        yield* atomically(hidden.restorePost(postId))
        deepStrictEqual([yield* stored(post), yield* stored(comment)], [Option.none(), Option.none()])
      })
    )

    it.effect("TranslationsRepo.store and .removeOf leave none of an author who wants none", () =>
      Effect.gen(function* () {
        const { author, comment, post } = yield* scene
        const other = (yield* scene).post
        const repo = yield* TranslationsRepo
        for (const target of [post, comment, other]) yield* store(target)
        yield* (yield* SettingsRepo).update(author, { ...noSettingsChange, translate: Option.some(false) })
        yield* repo.removeOf(author)
        yield* store(post)
        strictEqual(Option.getOrThrow(yield* read(post)).isWanted, false)
        deepStrictEqual([yield* stored(post), yield* stored(comment)], [Option.none(), Option.none()])
        strictEqual(Option.isSome(yield* stored(other)), true)
      })
    )

    it.effect("TranslationsRepo.read and .store want none of what is not for everyone", () =>
      Effect.gen(function* () {
        const author = yield* newUser()
        const { id: postId } = yield* newPost({ authorId: author, audience: "members" })
        const { id } = yield* newComment(postId, author, "Ja.", { reader: readerOfAll })
        for (const target of [
          { type: "post", id: postId },
          { type: "comment", id }
        ] as const) {
          strictEqual(Option.getOrThrow(yield* read(target)).isWanted, false)
          yield* store(target)
          deepStrictEqual(yield* stored(target), Option.none())
        }
      }).pipe(Effect.provideService(PostReader, readerOfAll))
    )

    it.effect("TranslationsRepo.read wants none of the texts that a member has left", () =>
      Effect.gen(function* () {
        const { author, post } = yield* scene
        yield* (yield* Transaction).atomically((yield* ErasureRepo).erase(author, "keep"))
        strictEqual(Option.getOrThrow(yield* read(post)).isWanted, false)
        yield* store(post)
        deepStrictEqual(yield* stored(post), Option.none())
      })
    )
  })
