import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Either, Fiber, Option } from "effect"
import { Blocked } from "../../../src/domain/BatchResult.ts"
import { PostId, UserId } from "../../../src/domain/Ids.ts"
import { AlreadyRecorded, IdempotencyRepo } from "../../../src/ports/IdempotencyRepo.ts"
import { LikesRepo, type LikeToWrite } from "../../../src/ports/posts/LikesRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { type Claim, type Claimed, claimedBatches, KeyRefused, keptSince } from "../../../src/services/Claims.ts"
import { moment, newPost, newUser, unique } from "../../contracts/newRows.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"

const keyOf = (key: string) => ({ keyHash: Buffer.from(key).toString("hex"), userId: UserId.make(1_500_000_000) })

/** An item of a batch, with the claim of its write. */
const item = (like: LikeToWrite, claim?: Claim): Claimed<LikeToWrite> => ({ item: like, claim })

/** A claim whose answer is the result as JSON. */
const claimOf = (key: string): Claim => ({
  ...keyOf(key),
  answerOf: (result) => {
    const answer = { status: 200, location: null, body: JSON.stringify(result) }
    return {
      answer,
      record: { ...keyOf(key), ...answer, fingerprint: "fingerprint", isWhole: true, createdAt: moment }
    }
  }
})

const like = (postId: PostId, userId: UserId): LikeToWrite => ({
  postId,
  userId,
  actorKind: "human",
  wanted: Option.none(),
  at: moment
})

/** The answers that are recorded for keys. */
const recorded = (...keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const repo = yield* IdempotencyRepo
    const claims = yield* repo.claimAll(keys.map(keyOf), yield* keptSince)
    return claims.map((claim) =>
      Option.isSome(claim) && claim.value instanceof AlreadyRecorded ? JSON.parse(claim.value.record.body) : undefined
    )
  })

const likes = Effect.flatMap(LikesRepo, ({ writeAll }) => Effect.map(claimedBatches, (claimed) => claimed(writeAll)))

for (const storage of memoryAndDatabase) {
  layer(storage.layer)(`${storage.name}: a batch with claims`, (it) => {
    it.effect("writes the items whose keys are free, and records the answers of those that were written", () =>
      Effect.gen(function* () {
        const write = yield* likes
        const [{ id }, ada, bob] = [yield* newPost(), yield* newUser(), yield* newUser()]
        const missing = PostId.make(2_000_000_000)
        const [old, one, two] = [unique(), unique(), unique()]
        const [first, again, refused] = [claimOf(one), claimOf(one), claimOf(two)]
        yield* write([item(like(id, ada), claimOf(old))])
        const { changes, results } = yield* write([
          item(like(id, ada), claimOf(old)),
          item(like(id, bob)),
          item(like(id, ada), first),
          item(like(id, ada), again),
          item(like(missing, ada), refused)
        ])
        const outcomes = results.map(
          Either.match({
            onRight: ({ answer, value }) => `${value.liked} ${value.likeCount} ${answer?.body}`,
            onLeft: (error) => (error instanceof KeyRefused ? error.refusal._tag : error._tag)
          })
        )
        const answered = '{"liked":false,"likeCount":1}'
        const expected = ["AlreadyRecorded", "true 2 undefined", `false 1 ${answered}`, "Blocked", "PostNotFound"]
        deepStrictEqual(outcomes, expected)
        strictEqual(changes.filter(({ kind }) => kind === "like").length, 2)
        const answers = [{ liked: true, likeCount: 1 }, { liked: false, likeCount: 1 }, undefined]
        deepStrictEqual(yield* recorded(old, one, two), answers)
      })
    )

    it.effect("begins no transaction without them, so that it is part of its caller's", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const claimed = yield* claimedBatches
        const [result] = (yield* claimed((items: ReadonlyArray<string>) =>
          Effect.succeed({ results: items.map((item) => Either.right(item)), changes: [] })
        )([{ item: "one", claim: undefined }])).results
        deepStrictEqual(result, Either.right({ value: "one", answer: undefined }))
        const write = yield* likes
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        yield* Effect.flip(atomically(Effect.zipRight(write([item(like(id, ada))]), Effect.fail("no"))))
        strictEqual((yield* Effect.flatMap(LikesRepo, (repo) => repo.of(id, Option.none()))).likeCount, 0)
      })
    )

    // The other storages run one transaction at a time.
    if (storage.name !== "server") return
    it.effect("waits for no key that another transaction holds", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const repo = yield* IdempotencyRepo
        const write = yield* likes
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        const key = unique()
        const [held, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holding = Effect.flatMap(keptSince, (since) => repo.claimAll([keyOf(key)], since)).pipe(
          Effect.zipRight(Deferred.succeed(held, undefined)),
          Effect.zipRight(Deferred.await(go)),
          atomically
        )
        const fiber = yield* Effect.fork(holding)
        yield* Deferred.await(held)
        const claim = claimOf(key)
        const items = [item(like(id, ada), claim), item(like(id, ada))]
        const [blocked, free] = (yield* write(items)).results
        assertTrue(blocked !== undefined && Either.isLeft(blocked) && blocked.left instanceof Blocked)
        deepStrictEqual(free, Either.right({ value: { liked: true, likeCount: 1 }, answer: undefined }))
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(fiber)
        const again = (yield* write(items.slice(0, 1))).results.map(Either.map(({ value }) => value))
        deepStrictEqual(again, [Either.right({ liked: false, likeCount: 0 })])
      })
    )
  })
}
