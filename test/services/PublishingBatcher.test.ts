import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Either, Fiber, Option } from "effect"
import { Blocked } from "../../src/domain/BatchResult.ts"
import { PostId, UserId } from "../../src/domain/Ids.ts"
import { AlreadyRecorded, type IdempotencyClaim, IdempotencyRepo } from "../../src/ports/IdempotencyRepo.ts"
import { LikesRepo, type LikeToWrite } from "../../src/ports/posts/LikesRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { keptSince } from "../../src/services/Idempotency.ts"
import { type BatchItem, makeClaimedBatches } from "../../src/services/PublishingBatcher.ts"
import { moment, newPost, newUser, unique } from "../contracts/newRows.ts"
import { memoryAndDatabase } from "../support/Storage.ts"

const keyOf = (key: string) => ({ keyHash: Buffer.from(key).toString("hex"), userId: UserId.make(1_500_000_000) })

/** An item of a batch, with the claim of its write. */
const item = (like: LikeToWrite, claim?: IdempotencyClaim): BatchItem<LikeToWrite> => ({ item: like, claim })

/** A claim whose answer is the result as JSON. */
const claimOf = (key: string): IdempotencyClaim => ({
  ...keyOf(key),
  recordOf: (result) => ({
    ...keyOf(key),
    fingerprint: "fingerprint",
    status: 200,
    location: null,
    body: JSON.stringify(result),
    isWhole: true,
    createdAt: moment
  }),
  join: () => Effect.dieMessage("a batch joins no transaction"),
  isCommitted: false,
  isBusy: false
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

const likes = Effect.flatMap(LikesRepo, ({ writeAll }) =>
  Effect.map(makeClaimedBatches, (claimed) => claimed(writeAll))
)

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
          Either.match({ onRight: ({ liked, likeCount }) => `${liked} ${likeCount}`, onLeft: ({ _tag }) => _tag })
        )
        deepStrictEqual(outcomes, ["AlreadyRecorded", "true 2", "false 1", "Blocked", "PostNotFound"])
        strictEqual(changes.filter(({ kind }) => kind === "like").length, 2)
        const answers = [{ liked: true, likeCount: 1 }, { liked: false, likeCount: 1 }, undefined]
        deepStrictEqual(yield* recorded(old, one, two), answers)
        deepStrictEqual([first.isCommitted, again.isBusy, refused.isCommitted], [true, true, false])
      })
    )

    it.effect("begins no transaction without them, so that it is part of its caller's", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const batches = yield* makeClaimedBatches
        const [result] = (yield* batches((items: ReadonlyArray<string>) =>
          Effect.succeed({ results: items.map((item) => Either.right(item)), changes: [] })
        )([{ item: "one", claim: undefined }])).results
        deepStrictEqual(result, Either.right("one"))
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
        deepStrictEqual([free, claim.isBusy], [Either.right({ liked: true, likeCount: 1 }), true])
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(fiber)
        deepStrictEqual((yield* write(items.slice(0, 1))).results, [Either.right({ liked: false, likeCount: 0 })])
      })
    )
  })
}
