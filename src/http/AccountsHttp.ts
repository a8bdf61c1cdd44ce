import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Accounts } from "../services/Accounts.ts"
import { ApiKeys } from "../services/ApiKeys.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"
import { located } from "./RequestRecord.ts"

/** REST's accounts and API keys. */
export const layer = HttpApiBuilder.group(CommunityApi, "auth", (handlers) =>
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const keys = yield* ApiKeys
    return yield* known(
      handlers
        .handle("register", ({ payload }) =>
          located(wire(accounts.register(payload)), ({ user }) => `/api/users/${user.id}`)
        )
        .handle("login", ({ payload }) => wire(accounts.login(payload)))
        .handle("logout", () => wire(accounts.logout))
        .handle("createApiKey", ({ payload }) => located(wire(keys.create(payload)), () => "/api/auth/apikeys"))
        .handle("listApiKeys", () => wire(keys.list))
        .handle("revokeApiKey", ({ payload }) => wire(keys.revoke(payload)))
    )
  })
)
