import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer } from "effect"
import { UserId } from "../../../src/domain/Ids.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { StatisticsRepo } from "../../../src/ports/StatisticsRepo.ts"
import { moment, newUser, time } from "../newRows.ts"

const nobody = UserId.make(2_000_000_000)

/** The contract of `UsersRepo` for the activity and addresses of members. */
export const usersActivityContract = <E>(adapter: string, storage: Layer.Layer<UsersRepo | StatisticsRepo, E>) =>
  layer(storage)(`${adapter}: UsersRepo, activity`, (it) => {
    it.effect("UsersRepo.touch notes activity by the minute, from the creation of the account on", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const statistics = yield* StatisticsRepo
        const activeSince = (iso: string) => statistics.active(time(iso))
        const ada = yield* newUser({ createdAt: time("2080-01-01T00:00:30.500Z") })
        strictEqual(yield* activeSince("2080-01-01T00:00:30.500Z"), 1)
        strictEqual(yield* activeSince("2080-01-01T00:00:30.501Z"), 0)
        yield* users.touch(ada, time("2090-01-01T00:01:59.999Z"))
        strictEqual(yield* activeSince("2090-01-01T00:01:00.000Z"), 1)
        strictEqual(yield* activeSince("2090-01-01T00:01:00.001Z"), 0)
        yield* users.touch(nobody, time("2099-01-01T00:00:00.000Z"))
      })
    )

    it.effect("UsersRepo.knowsAddress knows the last 20 addresses of a member", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const use = (hash: string, second: number) =>
          users.rememberAddress(ada, hash, time(`2026-01-01T00:00:${second}Z`))
        yield* Effect.forEach(Array.range(10, 29), (second) => use(`address ${second}`, second))
        yield* use("address 10", 30)
        yield* use("address 31", 31)
        const known = yield* Effect.filter(Array.range(10, 31), (second) =>
          users.knowsAddress(ada, `address ${second}`)
        )
        deepStrictEqual(known, [10, ...Array.range(12, 29), 31])
        strictEqual(yield* users.knowsAddress(bob, "address 10"), false)
      })
    )

    it.effect("UsersRepo.rememberAddress stores addresses of concurrent logins", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const ada = yield* newUser()
        const hashes = Array.makeBy(10, (index) => `address ${index}`)
        yield* Effect.forEach([...hashes, ...hashes], (hash) => users.rememberAddress(ada, hash, moment), {
          concurrency: "unbounded"
        })
        deepStrictEqual(yield* Effect.filter(hashes, (hash) => users.knowsAddress(ada, hash)), hashes)
      })
    )
  })
