import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { DecisionId } from "../../../src/domain/Ids.ts"
import { PostReader, readerOfAll, readerOfMember } from "../../../src/domain/posts/Audience.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { RevisionsRepo } from "../../../src/ports/posts/RevisionsRepo.ts"
import { newComment, newDiseases, newPost, newUser } from "../newRows.ts"
import type { Ports } from "./hiddenScene.ts"

const decisionId = DecisionId.make(7)

/** The contract of `HiddenTextsRepo` and `RevisionsRepo` for hidden texts that are not for everyone. */
export const hiddenReadersContract = <E>(adapter: string, storage: Layer.Layer<Ports | RevisionsRepo, E>) =>
  layer(storage)(`${adapter}: readers of HiddenTextsRepo`, (it) => {
    for (const hiddenIs of ["its post", "itself"] as const) {
      it.effect(
        `A comment for a disease, hidden as ${hiddenIs}, and its revisions are shown to who has the disease`,
        () =>
          Effect.gen(function* () {
            const [hidden, users, revisions] = [yield* HiddenTextsRepo, yield* UsersRepo, yield* RevisionsRepo]
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
              Effect.all([
                Effect.map(Effect.option(hidden.comment(comment.id)), Option.isSome),
                Effect.map(revisions.of({ type: "comment", id: comment.id }), Option.isSome)
              ]).pipe(Effect.provideService(PostReader, readerOfMember(id)))
            const [yes, no] = [
              [true, true],
              [false, false]
            ]
            deepStrictEqual(yield* Effect.all([readBy(ada), readBy(bob), readBy(post.author.id)]), [yes, no, yes])
            yield* users.setDiseases(ada, [])
            deepStrictEqual(yield* readBy(ada), no)
          })
      )
    }
  })
