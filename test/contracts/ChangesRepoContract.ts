import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option, Ref } from "effect"
import { type Change, type SequenceRange, storedChange } from "../../src/domain/Change.ts"
import type { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { ChangesRepo } from "../../src/ports/ChangesRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { newUser } from "./newRows.ts"

interface NewChange extends Pick<Change, "kind" | "userId"> {
  readonly id: number
}

let last = 0
const newChange = ({ id = ++last, kind = "post", userId = null }: Partial<NewChange> = {}) =>
  storedChange(kind, id, userId)

/** The place of the newest change. */
const newest = Effect.flatMap(ChangesRepo, ({ lowWatermark }) => lowWatermark)

const noEnd = Number.MAX_SAFE_INTEGER

const pageOf = ({ within }: ChangesRepo["Type"], ranges: ReadonlyArray<SequenceRange>, limit: number) =>
  Effect.map(within(ranges, limit), ({ changes }) => changes)

/** The changes after a sequence number. */
const after = (place: number, limit: number) =>
  Effect.flatMap(ChangesRepo, (repo) => pageOf(repo, [{ after: place, until: noEnd }], limit))

/** The contract of `ChangesRepo`. */
export const changesRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<ChangesRepo | Transaction | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: ChangesRepo`, (it) => {
    it.effect("ChangesRepo.within gives every kind of change as it was appended, with ascending sequence numbers", () =>
      Effect.gen(function* () {
        const repo = yield* ChangesRepo
        const from = yield* newest
        const userId = yield* newUser()
        const changes = [
          newChange({ kind: "post" }),
          newChange({ kind: "comment" }),
          newChange({ kind: "like", userId }),
          newChange({ kind: "notification", userId }),
          newChange({ kind: "notifications_read", userId }),
          newChange({ kind: "user", id: userId, userId }),
          newChange({ kind: "session", userId }),
          newChange({ kind: "api_key", id: 2_147_483_647, userId }),
          newChange({ kind: "news", id: 0 }),
          newChange({ kind: "catalogue", id: 0 })
        ]
        const given = [...(yield* repo.append(changes.slice(0, 3))), ...(yield* repo.append(changes.slice(3)))]
        const found = yield* after(from, 100)
        deepStrictEqual(
          found.map(({ sequence: _, ...change }) => change),
          changes
        )
        const sequences = found.map(({ sequence }) => sequence)
        deepStrictEqual(sequences, given)
        deepStrictEqual(
          sequences,
          Array.dedupe(sequences).toSorted((one, other) => one - other)
        )
        strictEqual((sequences[0] ?? 0) > from, true)
      })
    )

    it.effect("ChangesRepo.within reads after any sequence number, up to the limit", () =>
      Effect.gen(function* () {
        const repo = yield* ChangesRepo
        const from = yield* newest
        yield* repo.append(Array.makeBy(5, () => newChange()))
        const all = yield* after(from, 100)
        strictEqual(all.length, 5)
        deepStrictEqual(yield* after(from, 2), all.slice(0, 2))
        deepStrictEqual(yield* after(all[1]?.sequence ?? 0, 2), all.slice(2, 4))
        deepStrictEqual(yield* after(all[4]?.sequence ?? 0, 2), [])
      })
    )

    it.effect("ChangesRepo.within reads several ranges in order, up to one limit", () =>
      Effect.gen(function* () {
        const repo = yield* ChangesRepo
        const from = yield* newest
        const sequences = yield* repo.append(Array.makeBy(8, () => newChange()))
        const all = yield* after(from, 100)
        const place = (index: number) => sequences[index] ?? 0
        const ranges = [
          { after: from, until: place(0) },
          { after: place(2), until: place(4) },
          { after: place(6), until: noEnd }
        ]
        const found = all.filter((_, index) => [0, 3, 4, 7].includes(index))
        deepStrictEqual(yield* pageOf(repo, ranges, 100), found)
        deepStrictEqual(yield* pageOf(repo, ranges, 3), found.slice(0, 3))
        deepStrictEqual(yield* pageOf(repo, [], 100), [])
      })
    )

    it.effect(
      "ChangesRepo.within gives one epoch each time; ChangesRepo.oldest and prune leave the newest change",
      () =>
        Effect.gen(function* () {
          const repo = yield* ChangesRepo
          yield* repo.append([newChange(), newChange()])
          const epochs = [yield* repo.within([], 1), yield* repo.within([{ after: 0, until: noEnd }], 1)]
          strictEqual(epochs[0]?.epoch, epochs[1]?.epoch)
          strictEqual((epochs[0]?.epoch ?? "").length > 0, true)
          const last = yield* newest
          assertTrue(Option.exists(yield* repo.oldest, (oldest) => oldest < last))
          yield* repo.prune(-1)
          assertTrue(Option.exists(yield* repo.oldest, (oldest) => oldest <= last))
        })
    )

    it.effect("ChangesRepo.append writes nothing for no changes", () =>
      Effect.gen(function* () {
        const repo = yield* ChangesRepo
        const from = yield* newest
        yield* repo.append([])
        deepStrictEqual(yield* after(from, 100), [])
      })
    )

    it.effect("ChangesRepo.withdraw takes changes out in their transaction, and gives their numbers to no others", () =>
      Effect.gen(function* () {
        const repo = yield* ChangesRepo
        const { atomically } = yield* Transaction
        const from = yield* newest
        const [kept, withdrawn, later] = [newChange(), newChange(), newChange()]
        const sequences = yield* atomically(
          Effect.tap(repo.append([kept, withdrawn, newChange()]), ([, second = 0, third = 0]) =>
            repo.withdraw([second, third])
          )
        )
        const [last = 0] = yield* repo.append([later])
        strictEqual(
          sequences.every((sequence) => sequence < last),
          true
        )
        const found = yield* after(from, 100)
        deepStrictEqual(
          found.map(({ id, sequence }) => [id, sequence]),
          [
            [kept.id, sequences[0]],
            [later.id, last]
          ]
        )
      })
    )

    it.effect("ChangesRepo.within shows a transaction its own changes, and none after its rollback", () =>
      Effect.gen(function* () {
        const repo = yield* ChangesRepo
        const { atomically } = yield* Transaction
        const from = yield* newest
        const seen = yield* Ref.make(0)
        yield* repo.append([newChange()]).pipe(
          Effect.zipRight(after(from, 100)),
          Effect.tap((found) => Ref.set(seen, found.length)),
          Effect.zipRight(Effect.fail("no")),
          atomically,
          Effect.ignore
        )
        strictEqual(yield* Ref.get(seen), 1)
        deepStrictEqual(yield* after(from, 100), [])
        const change = newChange()
        yield* repo.append([change])
        strictEqual((yield* after(from, 100))[0]?.id, change.id)
      })
    )

    it.effect(
      "ChangesRepo.lowWatermark is the number up to which all transactions have ended, in any order of commits",
      () =>
        Effect.gen(function* () {
          const repo = yield* ChangesRepo
          const { atomically } = yield* Transaction
          const from = yield* newest
          const changes = Array.makeBy(60, () => newChange())
          // Each transaction lasts for another while after it took its sequence numbers, and each fifth is undone.
          const write = (change: Change, at: number) =>
            repo
              .append([change])
              .pipe(
                Effect.zipRight(Effect.all(Array.makeBy((at * 7) % 6, () => after(from, 1)))),
                Effect.zipRight(at % 5 === 4 ? Effect.fail("no") : Effect.void),
                atomically,
                Effect.ignore
              )
          const place = yield* Ref.make(from)
          const seen: Array<number> = []
          const read = Effect.gen(function* () {
            const until = yield* repo.lowWatermark
            const found = yield* pageOf(repo, [{ after: yield* Ref.get(place), until }], 100)
            seen.push(...found.map(({ id }) => id))
            yield* Ref.set(place, until)
            yield* Effect.yieldNow()
          })
          const writers = Effect.forEach(changes, write, { concurrency: 8, discard: true })
          yield* Effect.raceFirst(writers, Effect.forever(read))
          yield* Effect.repeatN(read, 10)
          deepStrictEqual(
            seen.toSorted((one, other) => one - other),
            changes.filter((_, at) => at % 5 !== 4).map(({ id }) => id)
          )
        })
    )
  })
