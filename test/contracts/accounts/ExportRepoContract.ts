import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import type { ExportType } from "../../../src/domain/accounts/Export.ts"
import { DecisionId } from "../../../src/domain/Ids.ts"
import { PostReader, type Reader, readerOfAll, readerOfMember, visitor } from "../../../src/domain/posts/Audience.ts"
import { ExportRepo } from "../../../src/ports/accounts/ExportRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newComment, newDiseases, newPost, newUser, writeLike } from "../newRows.ts"

/** The contract of the export of a member's data. */
export const exportRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<
    CommentsRepo | DiseasesRepo | ExportRepo | HiddenTextsRepo | LikesRepo | PostsRepo | UsersRepo,
    E
  >
) =>
  layer(storage)(`${adapter}: ExportRepo`, (it) => {
    it.effect("ExportRepo.page gives a member's rows after a key, each once, and none of another member", () =>
      Effect.gen(function* () {
        const repo = yield* ExportRepo
        const [member, other] = [yield* newUser(), yield* newUser()]
        const posts = [yield* newPost({ authorId: member }), yield* newPost({ authorId: member })].map(({ id }) => id)
        const [first = 0, second = 0] = posts
        const { id: foreign } = yield* newPost({ authorId: other })
        const { id: comment } = yield* newComment(foreign, member)
        const keys = (type: ExportType, after = 0) =>
          Effect.map(repo.page(member, type, after), (lines) => lines.map(({ key }) => key))
        deepStrictEqual(yield* keys("post"), [first, second])
        deepStrictEqual(yield* keys("post", first), [second])
        deepStrictEqual(yield* keys("comment"), [comment])
        deepStrictEqual((yield* keys("profile")).length, 1)
        deepStrictEqual(yield* keys("session"), [])
      })
    )

    it.effect(
      "ExportRepo.page gives own comments and likes on posts that the member may read no longer, but not to a visitor",
      () =>
        Effect.gen(function* () {
          const [repo, users, hidden] = [yield* ExportRepo, yield* UsersRepo, yield* HiddenTextsRepo]
          const [member, [diseaseId]] = [yield* newUser(), yield* newDiseases("One")]
          if (diseaseId === undefined) return yield* Effect.dieMessage("no disease was stored")
          yield* users.setDiseases(member, [diseaseId])
          const post = yield* newPost({ audience: "disease", diseaseId: Option.some(diseaseId) })
          const reader = readerOfMember(member)
          const comment = newComment(post.id, member, "mine", { reader })
          const [shown, other] = [yield* comment, yield* comment]
          yield* Effect.provideService(hidden.hideComment(other.id, DecisionId.make(7)), PostReader, readerOfAll)
          yield* writeLike(post.id, member, Option.some(true), "human", reader)
          yield* users.setDiseases(member, [])
          const read = (type: ExportType, reader: Reader) =>
            Effect.provideService(repo.page(member, type, 0), PostReader, reader).pipe(
              Effect.map((lines) => lines.map(({ key }) => key))
            )
          deepStrictEqual(yield* read("comment", reader), [shown.id, other.id])
          deepStrictEqual(yield* read("like", reader), [post.id])
          deepStrictEqual([yield* read("comment", visitor), yield* read("like", visitor)], [[], []])
        })
    )
  })
