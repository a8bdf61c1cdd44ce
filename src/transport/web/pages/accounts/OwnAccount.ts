import { Effect, Option } from "effect"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import type { UserDetail } from "../../../../domain/accounts/User.ts"
import type { StorageEffect } from "../../../../domain/Unavailable.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import type { WebRequest } from "../../WebRequest.ts"

/** Reads the account of the member who reads a page; none for visitors. */
export const makeOwnAccount = Effect.map(
  Users,
  ({ me }) =>
    ({ viewer }: WebRequest): StorageEffect<Option.Option<UserDetail>> =>
      Option.match(viewer, {
        onNone: () => Effect.succeedNone,
        onSome: (user) =>
          Effect.catchTag(
            Effect.asSome(Effect.provideService(me, CurrentUser, user)),
            "NotSignedIn",
            () => Effect.succeedNone
          )
      })
)
