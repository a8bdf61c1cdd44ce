import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer } from "effect"
import type { ExportType } from "../../../src/domain/accounts/Export.ts"
import { ExportRepo } from "../../../src/ports/accounts/ExportRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newComment, newPost, newUser } from "../newRows.ts"

/** The contract of the export of a member's data. */
export const exportRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | ExportRepo | PostsRepo | UsersRepo, E>
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
  })
