import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { UserNotFound } from "../../../src/domain/accounts/User.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import type { UserKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { moment, newAccount, newComment, newPost, newUser, time, unique } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const nobody = UserId.make(2_000_000_000)
const later = time("2026-02-03T04:05:06.789Z")

const verified = (id: UserId, by: UserId, as = "nurse") =>
  Effect.flatMap(UsersRepo, (users) => users.setVerification(id, Option.some({ by, at: moment, as })))

/** The contract of `UsersRepo` for verified members. */
export const usersVerifiedContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: UsersRepo, verified members`, (it) => {
    it.effect("UsersRepo.setVerification verifies a verified member again, and withdraws the verification", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const account = newAccount({ role: "admin" })
        const [admin, lind] = [yield* users.add(account), yield* newUser()]
        const read = Effect.map(users.detail(lind), ({ verified }) => verified)
        deepStrictEqual(yield* read, Option.none())
        yield* verified(lind, lind, "a zebra")
        yield* users.setVerification(lind, Option.some({ by: admin, at: later, as: "cardiologist, Charité" }))
        const by = { id: admin, username: account.username }
        deepStrictEqual(yield* read, Option.some({ by, at: later, as: "cardiologist, Charité" }))
        yield* users.update(lind, { username: Option.none(), bio: Option.none(), role: Option.some("expert") })
        strictEqual(Option.isSome(yield* read), true)
        yield* users.setVerification(lind, Option.none())
        deepStrictEqual(yield* read, Option.none())
        deepStrictEqual(
          yield* Effect.flip(users.setVerification(nobody, Option.none())),
          new UserNotFound({ id: nobody })
        )
      })
    )

    it.effect("PostsRepo and CommentsRepo give the present verification of an author", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const users = yield* UsersRepo
        const [admin, lind] = [yield* newUser({ role: "admin" }), yield* newUser()]
        yield* verified(lind, admin)
        const post = yield* newPost({ authorId: lind })
        const comment = yield* newComment(post.id, lind, unique())
        const document = yield* posts.get(post.id, Option.none())
        for (const { author } of [post, comment, document, ...document.comments]) {
          deepStrictEqual([author.verified, author.verifiedAs], [true, Option.some("nurse")])
        }
        yield* users.setVerification(lind, Option.none())
        const { author } = yield* posts.get(post.id, Option.none())
        deepStrictEqual([author.verified, author.verifiedAs], [false, Option.none()])
      })
    )

    it.effect("UsersRepo.page lists verified members or others alone, of each role, and their totals", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const total = (isVerified: boolean) =>
          Effect.map(users.page({ verified: isVerified }, { offset: 0, limit: 1 }), ({ total }) => total)
        const before = [yield* total(true), yield* total(false)]
        const name = unique()
        const account = () => newAccount({ usernameKey: `${name} ${unique()}`, role: "expert" })
        const [admin, ada, bob] = [
          yield* newUser({ role: "admin" }),
          yield* users.add(account()),
          yield* users.add(account())
        ]
        yield* verified(ada, admin)
        yield* verified(admin, admin)
        deepStrictEqual([yield* total(true), yield* total(false)], [(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
        const ids = (filter: Parameters<typeof users.page>[0]) =>
          Effect.map(users.page(filter, { offset: 0, limit: 100 }), ({ items, total }) => {
            strictEqual(items.length, total)
            return items.map(({ id }) => id)
          })
        deepStrictEqual((yield* ids({ verified: true })).slice(0, 2), [ada, admin])
        strictEqual((yield* ids({ verified: true, role: "expert" }))[0], ada)
        strictEqual((yield* ids({ verified: false, role: "expert" }))[0], bob)
        deepStrictEqual(yield* ids({ search: name, verified: true }), [ada])
        deepStrictEqual(yield* ids({ search: name, verified: false, role: "expert" }), [bob])
        yield* checkPagesByKey((window: PageSlice<UserKey>) => users.page({ verified: true }, window))
      })
    )
  })
