import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Either, Fiber, Option } from "effect"
import { Blocked } from "../../../src/domain/BatchResult.ts"
import { PostId, type UserId } from "../../../src/domain/Ids.ts"
import type { IdempotencyClaim } from "../../../src/ports/idempotency/IdempotencyClaim.ts"
import { AlreadyRecorded, IdempotencyRepo } from "../../../src/ports/idempotency/IdempotencyRepo.ts"
import { LikesRepo, type LikeToWrite } from "../../../src/ports/LikesRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { ClaimedItem, makeClaimedBatches } from "../../../src/services/idempotency/ClaimedBatches.ts"
import { keptSince } from "../../../src/services/idempotency/IdempotencyClaim.ts"
import { moment, newPost, newUser, unique } from "../../contracts/newRows.ts"
import { storages } from "../../support/Storage.ts"

const hashOf = (key: string) => Buffer.from(key).toString("hex")

/** A claim whose answer is the result as JSON. */
const claimOf = (key: string): IdempotencyClaim => ({
  keyHash: hashOf(key),
  recordOf: (result) => ({
    keyHash: hashOf(key),
    salt: Buffer.from("salt"),
    fingerprint: Buffer.from("fingerprint"),
    answer: Buffer.from(JSON.stringify(result)),
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
    const claims = yield* repo.claimAll(keys.map(hashOf), yield* keptSince)
    return claims.map((claim) =>
      Option.isSome(claim) && claim.value instanceof AlreadyRecorded
        ? JSON.parse(Buffer.from(claim.value.record.answer).toString())
        : undefined
    )
  })

const likes = Effect.flatMap(LikesRepo, ({ writeAll }) =>
  Effect.map(makeClaimedBatches, (claimed) => claimed(writeAll))
)

for (const storage of storages) {
  layer(storage.layer, { timeout: "60 seconds" })(`${storage.name}: a batch with claims`, (it) => {
    it.effect("writes the items whose keys are free, and records the answers of those that were written", () =>
      Effect.gen(function* () {
        const write = yield* likes
        const [{ id }, ada, bob] = [yield* newPost(), yield* newUser(), yield* newUser()]
        const missing = PostId.make(2_000_000_000)
        const [old, one, two] = [unique(), unique(), unique()]
        const [first, again, refused] = [claimOf(one), claimOf(one), claimOf(two)]
        yield* write([new ClaimedItem(like(id, ada), claimOf(old))])
        const { changes, results } = yield* write([
          new ClaimedItem(like(id, ada), claimOf(old)),
          like(id, bob),
          new ClaimedItem(like(id, ada), first),
          new ClaimedItem(like(id, ada), again),
          new ClaimedItem(like(missing, ada), refused)
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
        )(["one"])).results
        deepStrictEqual(result, Either.right("one"))
        const write = yield* likes
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        yield* Effect.flip(atomically(Effect.zipRight(write([like(id, ada)]), Effect.fail("no"))))
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
        const holding = Effect.flatMap(keptSince, (since) => repo.claimAll([hashOf(key)], since)).pipe(
          Effect.zipRight(Deferred.succeed(held, undefined)),
          Effect.zipRight(Deferred.await(go)),
          atomically
        )
        const fiber = yield* Effect.fork(holding)
        yield* Deferred.await(held)
        const claim = claimOf(key)
        const items = [new ClaimedItem(like(id, ada), claim), like(id, ada)]
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
