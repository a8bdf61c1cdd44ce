import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { DecisionId, type PostId, type UserId } from "../../../src/domain/Ids.ts"
import { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { FanOutRepo } from "../../../src/ports/follows/FanOutRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { noChange } from "../accounts/SettingsRepoContract.ts"
import { moment, newComment, newPost, newUser, postChange } from "../newRows.ts"
import { drained, follow, followersOf, newFamily, nextBatch, type Ports, toldTo } from "./fanOut.ts"

const decision = DecisionId.make(1)

const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.atomically(effect))

/** A followed author, and a member who follows them, with nothing left to fan out. */
const scene = Effect.gen(function* () {
  yield* drained()
  const author = yield* newUser()
  const [ada = author] = yield* followersOf({ type: "user", id: author }, 1)
  return { author, ada }
})

const counts = (ids: ReadonlyArray<UserId>) =>
  Effect.map(Effect.forEach(ids, toldTo), (told) => told.map(({ length }) => length))

/** The contract of `FanOutRepo`. */
export const fanOutRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: FanOutRepo`, (it) => {
    it.effect("FanOutRepo.next notifies of a post once who follows its disease, a supertype, and its author", () =>
      Effect.gen(function* () {
        const { ada, author } = yield* scene
        const { childId, parentId } = yield* newFamily
        const [byParent, byChild, byAll, other] = [yield* newUser(), yield* newUser(), ada, yield* newUser()]
        for (const id of [byParent, byAll]) yield* follow(id, { type: "disease", id: parentId })
        for (const id of [byChild, byAll, author]) yield* follow(id, { type: "disease", id: childId })
        const { id, title } = yield* newPost({ authorId: author, diseaseId: Option.some(childId) })
        yield* follow(byAll, { type: "post", id })
        yield* drained()
        deepStrictEqual(yield* counts([byParent, byChild, byAll, author, other]), [1, 1, 1, 0, 0])
        const [told] = yield* (yield* NotificationsRepo).after(byAll, 0, 10)
        deepStrictEqual(
          [told?.type, told?.read, told?.createdAt, told?.comment],
          ["new_post", false, moment, Option.none()]
        )
        deepStrictEqual(told?.post, Option.some({ id, title }))
        strictEqual(Option.map(told?.actor ?? Option.none(), (actor) => actor.id).pipe(Option.getOrNull), author)
        yield* newPost({ authorId: author, diseaseId: Option.some(parentId) })
        yield* drained()
        deepStrictEqual(yield* counts([byParent, byChild, byAll]), [2, 1, 2])
      })
    )

    it.effect("FanOutRepo.next notifies of a comment who follows the post, and neither its author nor the post's", () =>
      Effect.gen(function* () {
        yield* drained()
        const [author, commenter] = [yield* newUser(), yield* newUser()]
        const [{ id }, other] = [yield* newPost({ authorId: author }), yield* newPost()]
        const [ada = author] = yield* followersOf({ type: "post", id }, 1)
        const [eve = author] = yield* followersOf({ type: "post", id: other.id }, 1)
        for (const user of [author, commenter]) yield* follow(user, { type: "post", id })
        yield* follow(ada, { type: "user", id: commenter })
        const comment = yield* newComment(id, commenter, "Thank you")
        yield* drained()
        deepStrictEqual(yield* Effect.forEach([ada, author, commenter, eve], toldTo), [["reply"], ["comment"], [], []])
        const [told] = yield* (yield* NotificationsRepo).after(ada, 0, 10)
        deepStrictEqual(told?.comment, Option.some({ id: comment.id, excerpt: "Thank you" }))
        yield* newComment(id, author)
        yield* drained()
        deepStrictEqual(yield* counts([ada, author, commenter, eve]), [2, 1, 1, 0])
        deepStrictEqual(
          yield* (yield* CommentsRepo).remove(comment.id),
          [author, ada].toSorted((one, two) => one - two)
        )
      })
    )

    it.effect("FanOutRepo.next notifies nobody of members whom they block, or against their settings", () =>
      Effect.gen(function* () {
        const { ada, author } = yield* scene
        const [bob = ada, eve = ada] = yield* followersOf({ type: "user", id: author }, 2)
        const settings = yield* SettingsRepo
        yield* (yield* BlocksRepo).add(ada, author, moment)
        yield* settings.update(bob, { ...noChange, newPost: Option.some(false) })
        yield* settings.update(eve, { ...noChange, reply: Option.some(false), comment: Option.some(false) })
        const { id } = yield* newPost({ authorId: author })
        for (const user of [ada, bob, eve]) yield* follow(user, { type: "post", id })
        yield* newComment(id, author)
        yield* drained()
        deepStrictEqual(yield* Effect.forEach([ada, bob, eve], toldTo), [[], ["reply"], ["new_post"]])
      })
    )

    it.effect("FanOutRepo.next notifies in batches, each member once, and appends a change for each", () =>
      Effect.gen(function* () {
        const { ada, author } = yield* scene
        const members = [ada, ...(yield* followersOf({ type: "user", id: author }, 6))]
        const posts = [yield* newPost({ authorId: author }), yield* newPost({ authorId: author })]
        const first = yield* nextBatch(3)
        deepStrictEqual(
          first.changes.map(({ kind, userId }) => [kind, userId]),
          members.slice(0, 3).map((id) => ["notification" as const, id])
        )
        deepStrictEqual(yield* counts(members), [1, 1, 1, 0, 0, 0, 0])
        const log = yield* (yield* ChangesRepo).within(
          [{ after: (first.changes[0]?.sequence ?? 0) - 1, until: Number.MAX_SAFE_INTEGER }],
          100
        )
        deepStrictEqual(log.changes, first.changes)
        deepStrictEqual(yield* drained(3), [3, 1, 3, 3, 1, 0])
        deepStrictEqual(
          yield* counts(members),
          members.map(() => posts.length)
        )
        deepStrictEqual(yield* nextBatch(3), { changes: [], hasMore: false, toldWebhooks: false })
      })
    )

    it.effect("FanOutRepo.next repeats what a transaction rolled back, and goes on where another ended", () =>
      Effect.gen(function* () {
        const { ada, author } = yield* scene
        const members = [ada, ...(yield* followersOf({ type: "user", id: author }, 4))]
        yield* newPost({ authorId: author })
        const crash = Effect.ignore(atomically(Effect.zipRight(nextBatch(2), Effect.fail("crash"))))
        yield* crash
        deepStrictEqual(yield* counts(members), [0, 0, 0, 0, 0])
        yield* nextBatch(2)
        yield* crash
        deepStrictEqual(yield* counts(members), [1, 1, 0, 0, 0])
        deepStrictEqual(yield* drained(2), [2, 1, 0])
        deepStrictEqual(yield* counts(members), [1, 1, 1, 1, 1])
      })
    )

    it.effect("FanOutRepo.next reads no further than the horizon", () =>
      Effect.gen(function* () {
        const { ada, author } = yield* scene
        const horizon = yield* Effect.flatMap(ChangesRepo, ({ lowWatermark }) => lowWatermark)
        yield* newPost({ authorId: author })
        const { next } = yield* FanOutRepo
        deepStrictEqual(yield* next(horizon, 10), { changes: [], hasMore: false, toldWebhooks: false })
        yield* drained()
        deepStrictEqual(yield* toldTo(ada), ["new_post"])
      })
    )

    const afterwards = (name: string, change: (id: PostId, author: UserId) => Effect.Effect<unknown, unknown, Ports>) =>
      it.effect(`FanOutRepo.next notifies nobody else of a post that is ${name} meanwhile`, () =>
        Effect.gen(function* () {
          const { ada, author } = yield* scene
          const [bob = ada] = yield* followersOf({ type: "user", id: author }, 1)
          const [first, second] = [yield* newPost({ authorId: author }), yield* newPost({ authorId: author })]
          const comment = yield* newComment(first.id, ada)
          yield* nextBatch(1)
          yield* change(first.id, author)
          yield* drained(1)
          const about = (id: UserId) =>
            Effect.flatMap(NotificationsRepo, (repo) =>
              Effect.map(repo.after(id, 0, 10), (items) =>
                items.flatMap(({ post }) => Option.toArray(post)).map((post) => post.id)
              )
            )
          deepStrictEqual(yield* Effect.forEach([ada, bob], about), [[second.id], [second.id]])
          assertTrue(comment.id > 0)
        })
      )

    afterwards("deleted", (id) => Effect.flatMap(PostsRepo, (posts) => posts.remove(id)))

    afterwards("hidden", (id) => Effect.flatMap(HiddenTextsRepo, (hidden) => atomically(hidden.hidePost(id, decision))))

    it.effect("FanOutRepo.next notifies nobody of a post that is restored, nor of one that gets a disease later", () =>
      Effect.gen(function* () {
        const { ada, author } = yield* scene
        const { childId } = yield* newFamily
        const [bob = ada] = yield* followersOf({ type: "disease", id: childId }, 1)
        const [posts, hidden] = [yield* PostsRepo, yield* HiddenTextsRepo]
        const { id } = yield* newPost({ authorId: author })
        yield* drained()
        yield* atomically(hidden.hidePost(id, decision))
        yield* atomically(hidden.restorePost(id))
        yield* drained()
        deepStrictEqual(yield* toldTo(ada), [])
        const other = yield* newPost({ authorId: author })
        yield* posts.update(other.id, postChange({ diseaseId: Option.some(Option.some(childId)) }), author)
        yield* atomically(hidden.hidePost(other.id, decision))
        yield* atomically(hidden.restorePost(other.id))
        yield* drained()
        deepStrictEqual(yield* Effect.forEach([ada, bob], toldTo), [["new_post"], []])
      })
    )

    it.effect("ChangesRepo.prune keeps what the fan-out has to read", () =>
      Effect.gen(function* () {
        const { ada, author } = yield* scene
        const changes = yield* ChangesRepo
        yield* newPost({ authorId: author })
        yield* Effect.forEach(Array.range(1, 3), () => newPost())
        yield* changes.prune(-1)
        yield* drained()
        deepStrictEqual(yield* toldTo(ada), ["new_post"])
      })
    )
  })
