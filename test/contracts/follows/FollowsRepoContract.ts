import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either, type Layer } from "effect"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import { type FollowTarget, maxFollows, TooManyFollows } from "../../../src/domain/follows/Follow.ts"
import { DecisionId, type DiseaseId, PostId, UserId } from "../../../src/domain/Ids.ts"
import type { FollowKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { FollowsRepo } from "../../../src/ports/follows/FollowsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newDiseases, newPost, newUser, time, unique } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const later = time("2026-02-03T04:05:06.789Z")
const window = { offset: 0, limit: 100 }
const decision = DecisionId.make(1)

const post = (id: PostId): FollowTarget => ({ type: "post", id })
const disease = (id: DiseaseId): FollowTarget => ({ type: "disease", id })
const user = (id: UserId): FollowTarget => ({ type: "user", id })

const oneDisease = (name: string) => Effect.flatMap(newDiseases(name), ([id]) => Effect.fromNullable(id))

const list = (userId: UserId) =>
  Effect.flatMap(FollowsRepo, (follows) => Effect.map(follows.page(userId, {}, window), ({ items }) => items))

const targetsOf = (userId: UserId) => Effect.map(list(userId), (items) => items.map(({ id, type }) => [type, id]))

type Ports = DiseasesRepo | FollowsRepo | HiddenTextsRepo | PostsRepo | Transaction | UsersRepo

/** The contract of `FollowsRepo`. */
export const followsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: FollowsRepo`, (it) => {
    it.effect("FollowsRepo.page lists what a member follows with its present name, the latest first", () =>
      Effect.gen(function* () {
        const [follows, users] = [yield* FollowsRepo, yield* UsersRepo]
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const { username } = yield* users.detail(bob)
        const [{ id, title }, marfan] = [yield* newPost(), yield* oneDisease("Marfan syndrome")]
        yield* follows.add(ada, post(id), moment)
        yield* follows.add(ada, disease(marfan), moment)
        yield* follows.add(ada, user(bob), later)
        yield* follows.add(ada, post(id), later)
        yield* follows.add(bob, post(id), later)
        const rows = [
          { type: "user" as const, id: bob, name: username, followedAt: later },
          { type: "disease" as const, id: marfan, name: "Marfan syndrome", followedAt: moment },
          { type: "post" as const, id, name: title, followedAt: moment }
        ]
        deepStrictEqual(yield* follows.page(ada, {}, window), { items: rows, total: 3 })
        for (const row of rows) {
          deepStrictEqual(yield* follows.page(ada, { type: row.type }, window), { items: [row], total: 1 })
        }
        const page = (window: PageSlice<FollowKey>) => follows.page(ada, {}, window)
        deepStrictEqual(yield* checkPagesByKey(page), [bob, marfan, id])
      })
    )

    it.effect("FollowsRepo.remove ends one follow, again too, and has says what is left", () =>
      Effect.gen(function* () {
        const follows = yield* FollowsRepo
        const [ada, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
        for (const follower of [ada, eve]) yield* follows.add(follower, user(bob), moment)
        yield* follows.add(ada, user(eve), moment)
        yield* follows.remove(ada, user(bob))
        yield* follows.remove(ada, user(bob))
        deepStrictEqual(yield* targetsOf(ada), [["user", eve]])
        deepStrictEqual(yield* targetsOf(eve), [["user", bob]])
        const known = [follows.has(ada, user(eve)), follows.has(ada, user(bob)), follows.has(eve, user(bob))]
        deepStrictEqual(yield* Effect.all(known), [true, false, true])
      })
    )

    it.effect("FollowsRepo.add refuses a member who does not exist", () =>
      Effect.gen(function* () {
        const follows = yield* FollowsRepo
        const nobody = UserId.make(2_147_483_646)
        deepStrictEqual(yield* Effect.flip(follows.add(nobody, user(yield* newUser()), moment)), new NotSignedIn())
      })
    )

    it.effect("FollowsRepo.add lets a member follow 1,000 targets and no more, also at once", () =>
      Effect.gen(function* () {
        const follows = yield* FollowsRepo
        const { atomically } = yield* Transaction
        const ada = yield* newUser()
        const add = (id: number) => atomically(follows.add(ada, post(PostId.make(id)), moment))
        yield* atomically(
          Effect.forEach(Array.range(1, maxFollows - 2), (id) => follows.add(ada, post(PostId.make(id)), moment))
        )
        const results = yield* Effect.forEach(Array.range(2_001, 2_008), (id) => Effect.either(add(id)), {
          concurrency: "unbounded"
        })
        deepStrictEqual(Array.getRights(results).length, 2)
        strictEqual(Array.getLefts(results).filter((error) => error instanceof TooManyFollows).length, 6)
        yield* add(1)
        yield* follows.remove(ada, post(PostId.make(1)))
        strictEqual(Either.isRight(yield* Effect.either(add(2_009))), true)
      })
    )

    it.effect("PostsRepo.remove ends the follows of the post, and hiding it does not", () =>
      Effect.gen(function* () {
        const [follows, posts, hidden] = [yield* FollowsRepo, yield* PostsRepo, yield* HiddenTextsRepo]
        const { atomically } = yield* Transaction
        const ada = yield* newUser()
        const [kept, removed, hiddenAndRemoved] = [yield* newPost(), yield* newPost(), yield* newPost()]
        for (const { id } of [kept, removed, hiddenAndRemoved]) yield* follows.add(ada, post(id), moment)
        yield* posts.remove(removed.id)
        yield* atomically(hidden.hidePost(kept.id, decision))
        yield* atomically(hidden.hidePost(hiddenAndRemoved.id, decision))
        deepStrictEqual(yield* follows.page(ada, {}, window), { items: [], total: 0 })
        yield* atomically(hidden.removePost(hiddenAndRemoved.id))
        yield* atomically(hidden.restorePost(kept.id))
        deepStrictEqual(yield* targetsOf(ada), [["post", kept.id]])
      })
    )

    it.effect("DiseasesRepo.retire makes the followers of a retired disease follow its successor once", () =>
      Effect.gen(function* () {
        const [follows, diseases] = [yield* FollowsRepo, yield* DiseasesRepo]
        const { atomically } = yield* Transaction
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const names = [unique(), unique(), unique()]
        const [old, older, successor] = yield* newDiseases(...names)
        const ids = yield* Effect.all([old, older, successor].map(Effect.fromNullable))
        for (const id of ids) yield* follows.add(ada, disease(id), moment)
        for (const id of ids.slice(0, 2)) yield* follows.add(bob, disease(id), moment)
        const known = yield* diseases.known
        const keyOf = (id: number | undefined) => known.find((one) => one.id === id)?.key ?? ""
        yield* atomically(diseases.retire([old, older].map((id) => ({ key: keyOf(id), successor: keyOf(successor) }))))
        for (const follower of [ada, bob]) deepStrictEqual(yield* targetsOf(follower), [["disease", ids.at(-1) ?? 0]])
      })
    )
  })
