import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { DecisionId, type PostId } from "../../../src/domain/Ids.ts"
import { PostReader, readerOfAll } from "../../../src/domain/posts/Audience.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { PostsRepo, type PostUpdate } from "../../../src/ports/posts/PostsRepo.ts"
import { RevisionsRepo } from "../../../src/ports/posts/RevisionsRepo.ts"
import { filtered, newPost, newUser, postChange, time, unique } from "../newRows.ts"
import { type Ports, searchFor } from "./hiddenScene.ts"

const decisionId = DecisionId.make(7)

const change = (sent: Partial<PostUpdate>) => postChange({ updatedAt: time("2026-02-01T00:00:00.000Z"), ...sent })

/** The posts that a search for a word finds. */
const found = (word: string) => Effect.map(searchFor(word), ({ items }) => items.map(({ post }) => post.id))

/** The contract of `HiddenTextsRepo.updatePost`. */
export const hiddenUpdateContract = <E>(adapter: string, storage: Layer.Layer<Ports | RevisionsRepo, E>) =>
  layer(storage)(`${adapter}: HiddenTextsRepo.updatePost`, (it) => {
    for (const [what, sent] of [
      ["a title and a content", (word: string) => ({ title: Option.some(word), content: Option.some(filtered(word)) })],
      ["a title", (word: string) => ({ title: Option.some(word) })],
      ["a category by an agent", () => ({ category: Option.some("question" as const), authorKind: "agent" as const })],
      ["an audience", () => ({ audience: "members" as const })]
    ] as const) {
      it.effect(
        `changes ${what} of a hidden post as PostsRepo.update does of a shown one, seen once it is restored`,
        () =>
          Effect.gen(function* () {
            const [hidden, posts, revisions] = [yield* HiddenTextsRepo, yield* PostsRepo, yield* RevisionsRepo]
            const [author, old, word] = [yield* newUser(), unique(), unique()]
            const written = { authorId: author, title: old, content: filtered(old) }
            const [twin, post] = [yield* newPost(written), yield* newPost(written)]
            const update = change(sent(word))
            yield* hidden.hidePost(post.id, decisionId)
            yield* hidden.updatePost(post.id, update, author)
            const { comments: _, ...asHidden } = (yield* hidden.post(post.id, Option.some(author))).post
            deepStrictEqual((yield* found(word)).includes(post.id), false)
            yield* hidden.restorePost(post.id)
            const changed = yield* posts.update(twin.id, update, author)
            const unlikeIds = { id: post.id, title: changed.title }
            deepStrictEqual(asHidden, { ...changed, ...unlikeIds })
            const read = (id: PostId) =>
              Effect.gen(function* () {
                const post = yield* Effect.option(posts.get(id, Option.some(author)))
                const kept = yield* revisions.of({ type: "post", id })
                const isFound = Effect.map(Effect.forEach([word, old], found), (each) =>
                  each.map((ids) => ids.includes(id))
                )
                return [Option.map(post, (one) => ({ ...one, id: 0 })), kept, yield* isFound]
              })
            deepStrictEqual(yield* read(post.id), yield* read(twin.id))
          }).pipe(Effect.provideService(PostReader, readerOfAll))
      )
    }

    it.effect("fails with PostNotFound for a post that is not hidden", () =>
      Effect.gen(function* () {
        const { author, id } = yield* newPost()
        const refused = (yield* HiddenTextsRepo).updatePost(id, change({ title: Option.some(unique()) }), author.id)
        deepStrictEqual(yield* Effect.flip(refused), new PostNotFound({ id }))
      })
    )
  })
