import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer } from "effect"
import { UsersRepo } from "../../src/repositories/UsersRepo.ts"
import { moment, newUser, time } from "./newRows.ts"

/** What every adapter of `UsersRepo` promises about the addresses that members used. */
export const usersAddressesContract = <E>(adapter: string, storage: Layer.Layer<UsersRepo, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: UsersRepo, addresses`, (it) => {
    it.effect("knows the 20 addresses that a member used last", () =>
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

    it.effect("remembers addresses that are used at once", () =>
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
