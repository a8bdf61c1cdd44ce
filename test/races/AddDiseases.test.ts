import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { ClientAddress, CurrentUser } from "../../src/domain/accounts/CurrentUser.ts"
import { DiseaseId } from "../../src/domain/Ids.ts"
import { Credentials } from "../../src/services/accounts/Credentials.ts"
import { Users } from "../../src/services/accounts/Users.ts"
import { join } from "../support/Members.ts"
import { behindLock, forced } from "./Forced.ts"

/**
 * A member adds diseases at once, in two windows: each reads the list that the other has written, since both wait for the
 * same lock of the member.
 */
forced("diseases that a member adds at once", (it) => {
  it.effect("all stay", () =>
    Effect.gen(function* () {
      const { token, user } = yield* join()
      const caller = yield* Effect.flatMap(Credentials, ({ userOf }) => userOf(token))
      const { joinDisease, get } = yield* Users
      const as = Effect.provideService(CurrentUser, caller)
      const ids = [3, 1, 2].map((id) => DiseaseId.make(id))
      const added = ids.map((id) => joinDisease(id, Option.none()).pipe(as))
      yield* behindLock((sql) => sql`select from users where id = ${user.id} for update`, added)
      deepStrictEqual(new Set((yield* as(get(user.id))).diseaseIds), new Set(ids))
    }).pipe(Effect.provideService(ClientAddress, "127.0.0.1"))
  )
})
