import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import type { FilteredText } from "../../../src/domain/Markdown.ts"
import type { TextTarget } from "../../../src/domain/moderation/Target.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { RevisionsRepo } from "../../../src/ports/posts/RevisionsRepo.ts"
import { type StoredTextKind, StoredTextsRepo } from "../../../src/ports/posts/StoredTextsRepo.ts"
import { TranslationsRepo } from "../../../src/ports/posts/TranslationsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { decisionId } from "../../support/moderation/Hiding.ts"
import { filtered, moment, newComment, newPost, newUser, unique } from "../newRows.ts"
import { newItem } from "../news/newNews.ts"

type Ports =
  | CommentsRepo
  | HiddenTextsRepo
  | NewsRepo
  | PostsRepo
  | RevisionsRepo
  | StoredTextsRepo
  | Transaction
  | TranslationsRepo
  | UsersRepo

const next = (kind: StoredTextKind, after: number, limit = 10) =>
  Effect.flatMap(StoredTextsRepo, (repo) => repo.next(kind, after, limit))

/** The stored text of an id. */
const stored = (kind: StoredTextKind, id: number) =>
  Effect.map(next(kind, id - 1, 1), ([text]) => Option.getOrThrow(Option.fromNullable(text)))

const madeOf = (content: string, text: string): FilteredText => ({
  ...filtered(text),
  content,
  html: `<p>${text}</p>`
})

/** Makes a text anew with these words, as it was read. */
const replace = (
  kind: StoredTextKind,
  before: Effect.Effect.Success<ReturnType<typeof stored>>,
  text: string,
  language = before.language
) =>
  Effect.flatMap(Effect.all([StoredTextsRepo, Transaction]), ([repo, { atomically }]) => {
    const content = Option.some(madeOf(before.content, text))
    return atomically(repo.replace(kind, [{ before, content, title: before.title, language }]))
  })

const documentOf = (post: { readonly id: Parameters<PostsRepo["Type"]["get"]>[0] }) =>
  Effect.flatMap(PostsRepo, (posts) => posts.get(post.id, Option.none()))

/** The contract of `StoredTextsRepo`. */
export const storedTextsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: StoredTextsRepo`, (it) => {
    it.effect("StoredTextsRepo.next gives the texts after an id by id", () =>
      Effect.gen(function* () {
        const author = yield* newUser()
        const [one, two] = [yield* newPost({ authorId: author, language: "de" }), yield* newPost({ authorId: author })]
        const texts = yield* next("post", one.id - 1)
        deepStrictEqual(
          texts.map(({ content, id, language, title }) => ({ content, id, language, title })),
          [one, two].map(({ content, id, language, title }) => ({ content, id, language, title }))
        )
        deepStrictEqual((yield* next("post", one.id - 1, 1)).length, 1)
        deepStrictEqual(yield* next("post", two.id), [])
        assertTrue((yield* Effect.flatMap(StoredTextsRepo, ({ count }) => count)) >= 2)
      })
    )

    it.effect("StoredTextsRepo.replace stores what was made of a post once, without a time or an earlier text", () =>
      Effect.gen(function* () {
        const post = yield* newPost({ content: filtered("23 mg") })
        const word = unique()
        const before = yield* stored("post", post.id)
        deepStrictEqual(yield* replace("post", before, `2~3 mg ${word}`, "en"), [
          { kind: "post", id: post.id, userId: null }
        ])
        const after = yield* documentOf(post)
        const { comments: _, ...detail } = after
        const { contentHtml, excerpt, language, ...same } = detail
        deepStrictEqual([contentHtml, excerpt, language], [`<p>2~3 mg ${word}</p>`, `2~3 mg ${word}`, "en"])
        const { contentHtml: __, excerpt: ___, language: ____, liked: _____, ...given } = post
        const { liked: ______, ...kept } = same
        deepStrictEqual(kept, given)
        const target: TextTarget = { type: "post", id: post.id }
        const revised = yield* Effect.flatMap(RevisionsRepo, (revisions) => revisions.of(target))
        deepStrictEqual(Option.getOrThrow(revised).revisions, [])
        deepStrictEqual(yield* replace("post", yield* stored("post", post.id), `2~3 mg ${word}`), [])
      })
    )

    it.effect("StoredTextsRepo.replace leaves a text that has changed since, and a language that was given since", () =>
      Effect.gen(function* () {
        const author = yield* newUser()
        const post = yield* newPost({ authorId: author })
        const before = yield* stored("post", post.id)
        const change = {
          ...{ title: Option.none(), content: Option.none(), language: Option.some("fr") },
          ...{ category: Option.none(), diseaseId: Option.none(), authorKind: "human" as const },
          updatedAt: moment
        }
        const posts = yield* PostsRepo
        yield* posts.update(post.id, change, author)
        strictEqual((yield* replace("post", before, "made", "en")).length, 1)
        strictEqual((yield* documentOf(post)).language, "fr")
        yield* posts.update(post.id, { ...change, content: Option.some(filtered("edited")) }, author)
        deepStrictEqual(yield* replace("post", before, "made again"), [])
        strictEqual((yield* documentOf(post)).contentHtml, "<p><em>edited</em></p>")
        yield* (yield* Transaction).atomically(posts.remove(post.id))
        deepStrictEqual(yield* replace("post", before, "made again"), [])
      })
    )

    it.effect("StoredTextsRepo.replace stores comments, hidden texts, bios, news and translations", () =>
      Effect.gen(function* () {
        const author = yield* newUser({ bio: Option.some({ content: "bio", html: "<p>bio</p>" }) })
        const { id: postId } = yield* newPost({ authorId: author })
        const comment = yield* newComment(postId, author)
        const hidden = yield* newPost({ authorId: author })
        const below = yield* newComment(hidden.id, author)
        const texts = yield* HiddenTextsRepo
        yield* (yield* Transaction).atomically(texts.hidePost(hidden.id, decisionId))
        const item = newItem()
        yield* (yield* Transaction).atomically((yield* NewsRepo).save([item]))
        const translations = yield* TranslationsRepo
        for (const target of [{ type: "post", id: postId } as const, { type: "comment", id: comment.id } as const]) {
          const [read] = yield* translations.read([target], "de")
          const title = target.type === "post" ? { title: "Ja?" } : {}
          yield* translations.store(target, Option.getOrThrow(read ?? Option.none()).revision, {
            ...{ language: "und", to: "de", content: "Ja.", contentHtml: "<p>Ja.</p>", engine: "an engine" },
            ...{ createdAt: moment, ...title }
          })
        }
        const [news] = (yield* next("news", 0, 100)).filter(({ content }) => content === item.content.content).slice(-1)
        const kinds = [
          ["comment", comment.id, { kind: "comment", id: postId, userId: null }],
          ["hiddenPost", hidden.id, undefined],
          ["hiddenComment", below.id, undefined],
          ["bio", author, { kind: "user", id: author, userId: author }],
          ["news", news?.id ?? 0, { kind: "news", id: 0, userId: null }],
          ["postTranslation", postId, { kind: "post", id: postId, userId: null }],
          ["commentTranslation", comment.id, { kind: "comment", id: postId, userId: null }]
        ] as const
        for (const [kind, id, change] of kinds) {
          const before = yield* stored(kind, id)
          deepStrictEqual([kind, yield* replace(kind, before, "made")], [kind, change === undefined ? [] : [change]])
          deepStrictEqual([kind, yield* stored(kind, id)], [kind, before])
          if (change !== undefined) deepStrictEqual([kind, yield* replace(kind, before, "made")], [kind, []])
          deepStrictEqual([kind, yield* replace(kind, { ...before, content: "edited" }, "other")], [kind, []])
        }
        const { bioHtml } = yield* (yield* UsersRepo).detail(author)
        deepStrictEqual(bioHtml, Option.some("<p>made</p>"))
        yield* (yield* Transaction).atomically(texts.restorePost(hidden.id))
        const restored = yield* documentOf(hidden)
        strictEqual(restored.contentHtml, "<p>made</p>")
        strictEqual(restored.comments[0]?.contentHtml, "<p>made</p>")
      })
    )

    it.effect("StoredTextsRepo.replace removes a translation without a content", () =>
      Effect.gen(function* () {
        const { id } = yield* newPost()
        const translations = yield* TranslationsRepo
        const target: TextTarget = { type: "post", id }
        const read = Effect.map(translations.read([target], "de"), ([one = Option.none()]) => Option.getOrThrow(one))
        yield* translations.store(target, (yield* read).revision, {
          ...{
            language: "und",
            to: "de",
            title: "Ja?",
            content: "Ja.",
            contentHtml: "<p>Ja.</p>",
            engine: "an engine"
          },
          createdAt: moment
        })
        const before = yield* stored("postTranslation", id)
        const gone = { before, content: Option.none(), title: before.title, language: before.language }
        const repo = yield* StoredTextsRepo
        deepStrictEqual(yield* (yield* Transaction).atomically(repo.replace("postTranslation", [gone])), [
          { kind: "post", id, userId: null }
        ])
        deepStrictEqual((yield* read).translation, Option.none())
      })
    )
  })
