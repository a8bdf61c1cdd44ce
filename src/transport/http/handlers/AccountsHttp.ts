import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { KeyRotation } from "../../../domain/accounts/ApiKey.ts"
import { SessionsToEnd } from "../../../domain/accounts/Session.ts"
import { AccountSecurity } from "../../../services/accounts/AccountSecurity.ts"
import { Accounts } from "../../../services/accounts/Accounts.ts"
import { ApiKeys } from "../../../services/accounts/ApiKeys.ts"
import { AccountLinks } from "../../../services/mail/AccountLinks.ts"
import { optionalBody } from "../../wire/Body.ts"
import { withLocation } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

const rotationOf = optionalBody(KeyRotation)
const choiceOf = optionalBody(SessionsToEnd)

export const layer = HttpApiBuilder.group(CommunityApi, "auth", (handlers) =>
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const keys = yield* ApiKeys
    const security = yield* AccountSecurity
    const links = yield* AccountLinks

    return yield* registerHandlers(
      handlers
        .handle("register", ({ payload }) =>
          withLocation(toWireError(accounts.register(payload)), ({ user }) => `/api/users/${user.id}`)
        )
        .handle("login", ({ payload }) => toWireError(accounts.login(payload)))
        .handle("logout", () => toWireError(accounts.logout))
        .handle("changePassword", ({ payload }) => toWireError(security.changePassword(payload)))
        .handle("forgotPassword", ({ payload }) => toWireError(links.forgotPassword(payload)))
        .handle("resetPassword", ({ payload }) => toWireError(links.resetPassword(payload)))
        .handle("confirmEmail", ({ payload }) => toWireError(links.confirmEmail(payload)))
        .handle("listSessions", () => toWireError(security.sessions))
        .handleRaw("endSessions", () => Effect.flatMap(choiceOf, (choice) => toWireError(security.endSessions(choice))))
        .handle("createApiKey", ({ payload }) =>
          withLocation(toWireError(keys.create(payload)), () => "/api/auth/apikeys")
        )
        .handle("listApiKeys", () => toWireError(keys.list))
        .handleRaw("rotateApiKey", ({ path }) =>
          Effect.flatMap(rotationOf, (rotation) =>
            withLocation(toWireError(keys.rotate(path.id, rotation)), () => "/api/auth/apikeys")
          )
        )
        .handle("revokeApiKey", ({ payload }) => toWireError(keys.revoke(payload)))
    )
  })
)
