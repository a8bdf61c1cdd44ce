import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer, Option } from "effect"
import type { Role } from "../../../../src/domain/accounts/CurrentUser.ts"
import { noSecondFactor } from "../../../../src/domain/accounts/SecondFactor.ts"
import type { UserId } from "../../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../../src/ports/accounts/CredentialsRepo.ts"
import { PasskeysRepo } from "../../../../src/ports/accounts/PasskeysRepo.ts"
import { SecondFactorsRepo } from "../../../../src/ports/accounts/SecondFactorsRepo.ts"
import { UsersRepo, type UserUpdate } from "../../../../src/ports/accounts/UsersRepo.ts"
import type { Storage } from "../../../support/Storage.ts"
import { moment, newKeyRow, newUser, time, unique } from "../../newRows.ts"
import { newApp, newPasskey } from "./newFactors.ts"

const promoted = time("2026-02-03T04:05:06.789Z")

/** A member with a session and a key. Gives since when each of them finds them without a factor. */
const member = (role: Role) =>
  Effect.gen(function* () {
    const credentials = yield* CredentialsRepo
    const id = yield* newUser({ role })
    const hash = unique()
    yield* credentials.addSession({ userId: id, hash, createdAt: moment, expiresAt: DateTime.add(moment, { days: 1 }) })
    const key = newKeyRow(id)
    yield* credentials.addKey(key)
    const since = Effect.forEach([["session", hash] as const, ["apiKey", key.hash] as const], ([kind, hash]) =>
      Effect.map(Effect.flatten(credentials.identify(kind, hash, moment)), ({ unguardedSince }) => unguardedSince)
    )
    return { id, since }
  })

const update = (id: UserId, change: UserUpdate) => Effect.flatMap(UsersRepo, (users) => users.update(id, change))

const both = (at: DateTime.Utc) => [Option.some(at), Option.some(at)]
const neither = [Option.none(), Option.none()]

/** The contract of `CredentialsRepo.identify` and `UsersRepo.update` for staff without a factor. */
export const staffFactorContract = (adapter: string, storage: Storage) =>
  layer(Layer.orDie(storage))(`${adapter}: CredentialsRepo, staff without a factor`, (it) => {
    for (const role of ["moderator", "admin"] as const) {
      it.effect(`CredentialsRepo.identify says since when a ${role} has had no factor: from the account on`, () =>
        Effect.gen(function* () {
          deepStrictEqual(yield* (yield* member(role)).since, both(moment))
        })
      )
    }

    it.effect("CredentialsRepo.identify says nothing of the kind of users and experts, nor after a demotion", () =>
      Effect.gen(function* () {
        for (const role of ["user", "expert"] as const) deepStrictEqual(yield* (yield* member(role)).since, neither)
        const admin = yield* member("admin")
        yield* update(admin.id, { role: Option.some("user") })
        deepStrictEqual(yield* admin.since, neither)
      })
    )

    it.effect("UsersRepo.update stores when a member became one of the staff, and keeps it with other changes", () =>
      Effect.gen(function* () {
        const { id, since } = yield* member("user")
        yield* update(id, { role: Option.some("moderator"), staffSince: promoted })
        deepStrictEqual(yield* since, both(promoted))
        yield* update(id, { role: Option.some("admin") })
        deepStrictEqual(yield* since, both(promoted))
        yield* update(id, { staffSince: moment })
        deepStrictEqual(yield* since, both(moment))
      })
    )

    it.effect("CredentialsRepo.identify counts a passkey, and an app whose first code was seen, as a factor", () =>
      Effect.gen(function* () {
        const [passkeys, apps] = [yield* PasskeysRepo, yield* SecondFactorsRepo]
        const { id, since } = yield* member("moderator")
        yield* newPasskey(yield* newUser())
        yield* apps.put(id, noSecondFactor)
        deepStrictEqual(yield* since, both(moment))
        yield* newApp(id)
        deepStrictEqual(yield* since, neither)
        const passkey = yield* newPasskey(id)
        yield* apps.remove(id)
        deepStrictEqual(yield* since, neither)
        yield* passkeys.remove(id, passkey.id)
        deepStrictEqual(yield* since, both(moment))
      })
    )
  })
