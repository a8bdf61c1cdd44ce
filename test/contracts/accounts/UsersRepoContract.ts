import { layer } from "@effect/vitest"
import { assertNone, assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either, type Layer, Option } from "effect"
import { EmailTaken, type UserFilter, UserNotFound, UsernameTaken } from "../../../src/domain/accounts/User.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { UsersRepo, type UserUpdate } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import type { StatisticsRepo } from "../../../src/ports/StatisticsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newAccount, newDiseases, newPost, newUser, unique } from "../newRows.ts"

type Storage = UsersRepo | DiseasesRepo | PostsRepo | StatisticsRepo | Transaction

const nobody = UserId.make(2_000_000_000)
const bioOf = (content: string) => ({ content, html: `<p>${content}</p>` })

const unchanged: UserUpdate = {}
const named = (name: string): UserUpdate => ({ ...unchanged, username: Option.some({ name, key: name }) })

const atOnce = <A, E, R>(count: number, effect: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.range(1, count), (index) => Effect.either(effect(index)), { concurrency: "unbounded" })

/** The contract of `UsersRepo`. */
export const usersRepoContract = <E>(adapter: string, storage: Layer.Layer<Storage, E>) =>
  layer(storage)(`${adapter}: UsersRepo`, (it) => {
    it.effect("UsersRepo.lockRoles lets one of several concurrent transactions add the first admin", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const users = yield* UsersRepo
        strictEqual(yield* users.adminExists, false)
        const claim = Effect.gen(function* () {
          yield* users.lockRoles
          return (yield* users.adminExists) ? Option.none() : Option.some(yield* newUser({ role: "admin" }))
        })
        const claimed = yield* Effect.forEach(Array.range(1, 8), () => atomically(claim), { concurrency: "unbounded" })
        strictEqual(Array.getSomes(claimed).length, 1)
        strictEqual(yield* users.adminExists, true)
        const [first, second] = [yield* newUser({ role: "admin" }), yield* newUser()]
        const demote = (id: typeof first) =>
          users.update(id, { username: Option.none(), bio: Option.none(), role: Option.some("user") })
        const admins = (yield* users.page({ role: "admin" }, { offset: 0, limit: 100 })).items
        yield* Effect.forEach(
          admins.filter(({ id }) => id !== first),
          ({ id }) => demote(id)
        )
        strictEqual(yield* users.otherAdminExists(first, moment), false)
        strictEqual(yield* users.otherAdminExists(second, moment), true)
        strictEqual((yield* users.page({ role: "admin" }, { offset: 0, limit: 9 })).total, 1)
      })
    )

    it.effect("UsersRepo.add stores accounts under ascending ids, and detail gives them", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const account = newAccount({
          username: "Zoë 🌿 " + unique(),
          role: "expert",
          bio: Option.some(bioOf("**hi** \n"))
        })
        const id = yield* users.add(account)
        deepStrictEqual(yield* users.detail(id), {
          id,
          username: account.username,
          role: "expert",
          bio: Option.some("**hi** \n"),
          bioHtml: Option.some("<p>**hi** \n</p>"),
          verified: Option.none(),
          suspended: Option.none(),
          createdAt: moment,
          diseaseIds: [],
          diseases: [],
          postCount: 0,
          email: Option.some(account.email),
          diseasesVisibleTo: Option.some("members" as const)
        })
        strictEqual((yield* newUser()) > id, true)
      })
    )

    it.effect("UsersRepo.add refuses a taken email key, then a taken username key", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const ada = newAccount()
        yield* users.add(ada)
        const { email, emailKey, username, usernameKey } = ada
        deepStrictEqual(yield* Effect.flip(newUser({ email: "Other", emailKey })), new EmailTaken())
        deepStrictEqual(yield* Effect.flip(newUser({ username: "Other", usernameKey })), new UsernameTaken())
        deepStrictEqual(yield* Effect.flip(users.add(ada)), new EmailTaken())
        yield* newUser({ email, username })
      })
    )

    it.effect("UsersRepo.add stores one of several equal accounts that are added concurrently", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const [ada, usernameKey] = [newAccount(), unique()]
        const twins = yield* atOnce(8, () => users.add(ada))
        strictEqual(Array.filter(twins, Either.isRight).length, 1)
        deepStrictEqual(
          Array.getLefts(twins),
          Array.makeBy(7, () => new EmailTaken())
        )
        const namesakes = yield* atOnce(8, () => newUser({ usernameKey }))
        deepStrictEqual(
          Array.getLefts(namesakes),
          Array.makeBy(7, () => new UsernameTaken())
        )
      })
    )

    it.effect("UsersRepo.add leaves its transaction usable when a key is taken", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const users = yield* UsersRepo
        const ada = newAccount()
        yield* users.add(ada)
        const id = yield* atomically(Effect.zipRight(Effect.flip(users.add(ada)), newUser()))
        strictEqual((yield* users.detail(id)).id, id)
      })
    )

    it.effect("UsersRepo.add frees its keys after a rollback", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const users = yield* UsersRepo
        const ada = newAccount()
        yield* Effect.flip(atomically(Effect.zipRight(users.add(ada), Effect.fail("no"))))
        assertNone(yield* users.byEmail(ada.emailKey))
        yield* users.add(ada)
      })
    )

    it.effect("UsersRepo.byEmail, byUsername and byId find the account with the newest hash", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const ada = newAccount({ email: "Ada@Example.org", passwordHash: "first" })
        const id = yield* users.add(ada)
        const account = { id, emailKey: ada.emailKey, passwordHash: "first" }
        assertSome(yield* users.byEmail(ada.emailKey), account)
        assertSome(yield* users.byId(id), account)
        strictEqual(yield* users.replacePasswordHash(id, "first", "second"), true)
        assertSome(yield* users.byEmail(ada.emailKey), { ...account, passwordHash: "second" })
        assertSome(yield* users.byUsername(ada.usernameKey), { ...account, passwordHash: "second" })
        assertSome(yield* users.byId(id), { ...account, passwordHash: "second" })
        assertNone(yield* users.byEmail("Ada@Example.org"))
        assertNone(yield* users.byUsername(ada.emailKey))
        assertNone(yield* users.byId(UserId.make(2_000_000_000)))
      })
    )

    it.effect("UsersRepo.replacePasswordHash replaces the hash that it names, of concurrent calls once", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const { emailKey, ...account } = newAccount({ passwordHash: "first" })
        const id = yield* users.add({ ...account, emailKey })
        strictEqual(yield* users.replacePasswordHash(id, "another", "second"), false)
        assertSome(yield* users.byId(id), { id, emailKey, passwordHash: "first" })
        const replaced = yield* Effect.forEach(
          ["second", "third"],
          (hash) => users.replacePasswordHash(id, "first", hash),
          { concurrency: "unbounded" }
        )
        strictEqual(replaced.filter((isReplaced) => isReplaced).length, 1)
        strictEqual(yield* users.replacePasswordHash(UserId.make(2_000_000_000), "first", "second"), false)
      })
    )

    it.effect("UsersRepo.detail gives the diseases in the order they were set, and the number of posts", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const [one, two, three] = [unique(), unique(), unique()]
        const [a, b, c] = yield* newDiseases(one, two, three)
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        if (a === undefined || b === undefined || c === undefined) return yield* Effect.dieMessage("no diseases")
        yield* users.setDiseases(ada, [c, a])
        yield* users.setDiseases(bob, [b])
        yield* users.setDiseases(ada, [b, c, a])
        yield* users.setDiseases(ada, [c, b])
        yield* newPost({ authorId: ada })
        yield* newPost({ authorId: ada })
        const detail = yield* users.detail(ada)
        deepStrictEqual(detail.diseaseIds, [c, b])
        deepStrictEqual(detail.diseases, [
          { id: c, name: three },
          { id: b, name: two }
        ])
        strictEqual(detail.postCount, 2)
        yield* users.setDiseases(ada, [])
        deepStrictEqual((yield* users.detail(ada)).diseases, [])
        deepStrictEqual((yield* users.detail(bob)).diseaseIds, [b])
      })
    )

    it.effect("UsersRepo.setDiseases never mixes two lists that are set concurrently", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const users = yield* UsersRepo
        const ids = yield* newDiseases(...Array.makeBy(8, unique))
        const ada = yield* newUser()
        const lists = Array.makeBy(8, (index) => ids.slice(index).concat(ids.slice(0, index)).slice(0, 3))
        yield* Effect.forEach(lists, (list) => atomically(users.setDiseases(ada, list)), { concurrency: "unbounded" })
        const { diseaseIds } = yield* users.detail(ada)
        strictEqual(lists.filter((list) => list.join() === diseaseIds.join()).length, 1)
      })
    )

    it.effect(
      "UsersRepo.page lists members newest first, all or of one role, and gives the total past the end too",
      () =>
        Effect.gen(function* () {
          const users = yield* UsersRepo
          const before = yield* users.page({ role: "expert" }, { offset: 0, limit: 1 })
          const everybody = yield* users.page({}, { offset: 0, limit: 1 })
          const ada = yield* newUser({ role: "expert" })
          const bob = yield* newUser()
          const eve = yield* newUser({ role: "expert", bio: Option.some(bioOf("hi")) })
          const page = (filter: UserFilter, offset: number, limit: number) =>
            Effect.map(users.page(filter, { offset, limit }), ({ items, total }) => ({
              ids: items.map(({ id }) => id),
              total
            }))
          const total = before.total + 2
          deepStrictEqual(yield* page({ role: "expert" }, 0, 2), { ids: [eve, ada], total })
          deepStrictEqual(yield* page({ role: "expert" }, 1, 1), { ids: [ada], total })
          deepStrictEqual(yield* page({ role: "expert" }, 1_000, 2), { ids: [], total })
          deepStrictEqual(yield* page({}, 0, 3), { ids: [eve, bob, ada], total: everybody.total + 3 })
          const { bio, bioHtml, createdAt, id, role, suspended, username, verified } = yield* users.detail(eve)
          deepStrictEqual((yield* users.page({}, { offset: 0, limit: 1 })).items, [
            { id, username, role, bio, bioHtml, verified, suspended, createdAt }
          ])
        })
    )

    it.effect("UsersRepo.update changes the given members and nothing else", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const id = yield* newUser({ bio: Option.some(bioOf("old")) })
        const before = yield* users.detail(id)
        yield* users.update(id, unchanged)
        deepStrictEqual(yield* users.detail(id), before)
        yield* users.update(id, { ...unchanged, role: Option.some("expert") })
        deepStrictEqual(yield* users.detail(id), { ...before, role: "expert" })
        yield* users.update(id, { ...unchanged, bio: Option.some(Option.none()) })
        deepStrictEqual(yield* users.detail(id), {
          ...before,
          role: "expert",
          bio: Option.none(),
          bioHtml: Option.none()
        })
        const name = unique()
        yield* users.update(id, { ...named(name), bio: Option.some(Option.some(bioOf("new"))) })
        const after = {
          ...before,
          username: name,
          role: "expert" as const,
          bio: Option.some("new"),
          bioHtml: Option.some("<p>new</p>")
        }
        deepStrictEqual(yield* users.detail(id), after)
      })
    )

    it.effect("UsersRepo.update refuses another member's name, accepts the own one, and frees the old one", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const [ada, bob] = [newAccount(), newAccount()]
        const [adaId, bobId] = [yield* users.add(ada), yield* users.add(bob)]
        deepStrictEqual(yield* Effect.flip(users.update(bobId, named(ada.usernameKey))), new UsernameTaken())
        yield* users.update(adaId, { ...unchanged, username: Option.some({ name: "Ada", key: ada.usernameKey }) })
        strictEqual((yield* users.detail(adaId)).username, "Ada")
        yield* users.update(adaId, named(unique()))
        yield* users.update(bobId, named(ada.usernameKey))
      })
    )

    it.effect("UsersRepo.update gives a name to one of several concurrent callers", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const ids = yield* Effect.forEach(Array.range(1, 6), () => newUser())
        const name = unique()
        const taken = yield* Effect.forEach(ids, (id) => Effect.either(users.update(id, named(name))), {
          concurrency: "unbounded"
        })
        deepStrictEqual(
          Array.getLefts(taken),
          Array.makeBy(5, () => new UsernameTaken())
        )
      })
    )

    it.effect("UsersRepo fails with UserNotFound for an unknown id", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const calls = [users.detail, users.hold, users.lock].map((find) => Effect.asVoid(find(nobody)))
        for (const call of [...calls, users.update(nobody, named(unique()))])
          deepStrictEqual(yield* Effect.flip(call), new UserNotFound({ id: nobody }))
      })
    )
  })
