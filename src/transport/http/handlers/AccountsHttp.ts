import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Accounts } from "../../../services/accounts/Accounts.ts"
import { ApiKeys } from "../../../services/accounts/ApiKeys.ts"
import { withLocation } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "auth", (handlers) =>
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const keys = yield* ApiKeys
    return yield* registerHandlers(
      handlers
        .handle("register", ({ payload }) =>
          withLocation(toWireError(accounts.register(payload)), ({ user }) => `/api/users/${user.id}`)
        )
        .handle("login", ({ payload }) => toWireError(accounts.login(payload)))
        .handle("logout", () => toWireError(accounts.logout))
        .handle("createApiKey", ({ payload }) =>
          withLocation(toWireError(keys.create(payload)), () => "/api/auth/apikeys")
        )
        .handle("listApiKeys", () => toWireError(keys.list))
        .handle("revokeApiKey", ({ payload }) => toWireError(keys.revoke(payload)))
    )
  })
)
