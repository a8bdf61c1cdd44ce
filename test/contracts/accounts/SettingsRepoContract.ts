import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import { defaultSettings, type SettingsChange } from "../../../src/domain/accounts/Settings.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import type { CommentsRepo } from "../../../src/ports/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/LikesRepo.ts"
import { NotificationsRepo } from "../../../src/ports/NotificationsRepo.ts"
import type { PostsRepo } from "../../../src/ports/PostsRepo.ts"
import { SettingsRepo } from "../../../src/ports/SettingsRepo.ts"
import type { UsersRepo } from "../../../src/ports/UsersRepo.ts"
import { newComment, newPost, newUser, toggleLike } from "../newRows.ts"

export const noChange: SettingsChange = {
  comment: Option.none(),
  like: Option.none(),
  reply: Option.none(),
  newPost: Option.none(),
  mail: Option.none()
}

/** The contract of `SettingsRepo`, and of the writes that observe settings. */
export const settingsRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<SettingsRepo | CommentsRepo | LikesRepo | NotificationsRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: SettingsRepo`, (it) => {
    it.effect("SettingsRepo.update changes what is given, and keeps the rest", () =>
      Effect.gen(function* () {
        const settings = yield* SettingsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        deepStrictEqual(yield* settings.of(ada), defaultSettings)
        deepStrictEqual(yield* settings.update(ada, noChange), defaultSettings)
        const first = { ...defaultSettings, like: false, mail: "weekly" as const }
        deepStrictEqual(
          yield* settings.update(ada, { ...noChange, like: Option.some(false), mail: Option.some("weekly") }),
          first
        )
        const second = { comment: false, like: true, reply: false, newPost: false, mail: "weekly" as const }
        const [no, yes] = [Option.some(false), Option.some(true)]
        deepStrictEqual(
          yield* settings.update(ada, { ...noChange, comment: no, like: yes, reply: no, newPost: no }),
          second
        )
        deepStrictEqual(yield* settings.of(ada), second)
        deepStrictEqual(yield* settings.of(bob), defaultSettings)
      })
    )

    it.effect("SettingsRepo.update refuses a member who does not exist", () =>
      Effect.gen(function* () {
        const settings = yield* SettingsRepo
        const nobody = UserId.make(2_147_483_646)
        deepStrictEqual(yield* Effect.flip(settings.update(nobody, noChange)), new NotSignedIn())
      })
    )

    it.effect("CommentsRepo.addAll and LikesRepo.writeAll notify an author of what the author's settings allow", () =>
      Effect.gen(function* () {
        const settings = yield* SettingsRepo
        const notifications = yield* NotificationsRepo
        const [author, bob] = [yield* newUser(), yield* newUser()]
        const types = Effect.map(notifications.page(author, false, { offset: 0, limit: 20 }), ({ items }) =>
          items.map(({ type }) => type)
        )
        const react = Effect.gen(function* () {
          const { id } = yield* newPost({ authorId: author })
          yield* newComment(id, bob)
          yield* toggleLike(id, bob)
        })
        yield* settings.update(author, { ...noChange, comment: Option.some(false) })
        yield* react
        deepStrictEqual(yield* types, ["like"])
        yield* settings.update(author, { ...noChange, comment: Option.some(true), like: Option.some(false) })
        yield* react
        deepStrictEqual(yield* types, ["comment", "like"])
        yield* settings.update(author, { ...noChange, like: Option.some(true) })
        yield* react
        strictEqual((yield* types).length, 4)
      })
    )
  })
