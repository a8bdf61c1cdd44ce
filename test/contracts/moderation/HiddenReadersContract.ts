import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { DecisionId } from "../../../src/domain/Ids.ts"
import { PostReader, readerOfAll, readerOfMember } from "../../../src/domain/posts/Audience.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { newComment, newDiseases, newPost, newUser } from "../newRows.ts"
import type { Ports } from "./hiddenScene.ts"

const decisionId = DecisionId.make(7)

/** The contract of `HiddenTextsRepo` for texts that are not for everyone. */
export const hiddenReadersContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: readers of HiddenTextsRepo`, (it) => {
    for (const hiddenIs of ["its post", "itself"] as const) {
      it.effect(`HiddenTextsRepo.comment shows a comment for a disease, hidden as ${hiddenIs}, to who has it`, () =>
        Effect.gen(function* () {
          const [hidden, users] = [yield* HiddenTextsRepo, yield* UsersRepo]
          const [ada, bob, [diseaseId]] = [yield* newUser(), yield* newUser(), yield* newDiseases("One")]
          if (diseaseId === undefined) return yield* Effect.dieMessage("no disease was stored")
          yield* users.setDiseases(ada, [diseaseId])
          const post = yield* newPost({ audience: "disease", diseaseId: Option.some(diseaseId) })
          const comment = yield* newComment(post.id, ada, "mine", { reader: readerOfMember(ada) })
          const hide = Effect.gen(function* () {
            if (hiddenIs === "itself") return yield* hidden.hideComment(comment.id, decisionId)
            return yield* hidden.hidePost(post.id, decisionId)
          })
          yield* Effect.provideService(hide, PostReader, readerOfAll)
          const readBy = (id: typeof ada) =>
            Effect.option(hidden.comment(comment.id)).pipe(
              Effect.map(Option.isSome),
              Effect.provideService(PostReader, readerOfMember(id))
            )
          deepStrictEqual(yield* Effect.all([readBy(ada), readBy(bob), readBy(post.author.id)]), [true, false, true])
        })
      )
    }
  })
