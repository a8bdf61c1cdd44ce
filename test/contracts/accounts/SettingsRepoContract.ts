import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option, Record } from "effect"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import {
  defaultSettings,
  noSettingsChange,
  type SettingsChange,
  switches
} from "../../../src/domain/accounts/Settings.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newComment, newPost, newUser, toggleLike } from "../newRows.ts"

export const noChange: SettingsChange = noSettingsChange

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
        const opposite = Record.map(switches, ({ byDefault }) => !byDefault)
        const second = { ...first, ...opposite, language: "de" as const, translate: false }
        const change = { ...Record.map(opposite, Option.some), language: Option.some("de" as const) }
        deepStrictEqual(yield* settings.update(ada, { ...noChange, ...change, translate: Option.some(false) }), second)
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
