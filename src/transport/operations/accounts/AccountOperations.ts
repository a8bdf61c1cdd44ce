import { Effect } from "effect"
import { AccountSecurity } from "../../../services/accounts/AccountSecurity.ts"
import { Accounts } from "../../../services/accounts/Accounts.ts"
import { ApiKeys } from "../../../services/accounts/ApiKeys.ts"
import { SignIn } from "../../../services/accounts/SignIn.ts"
import { AccountLinks } from "../../../services/mail/AccountLinks.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"

const locationOfKey = () => "/api/auth/apikeys"

export const accountOperations = operations(
  "auth",
  Effect.all([Accounts, SignIn, ApiKeys, AccountSecurity, AccountLinks]),
  ([accounts, signIn, keys, security, links]) => ({
    register: withLocation(
      ({ payload }) => accounts.register(payload),
      ({ user }) => `/api/users/${user.id}`
    ),
    login: ({ payload }) => signIn.login(payload),
    logout: () => accounts.logout,
    changePassword: ({ payload }) => security.changePassword(payload),
    forgotPassword: ({ payload }) => links.forgotPassword(payload),
    resetPassword: ({ payload }) => links.resetPassword(payload),
    confirmEmail: ({ payload }) => links.confirmEmail(payload),
    listSessions: () => security.sessions,
    endSessions: ({ payload }) => security.endSessions(payload),
    createApiKey: withLocation(({ payload }) => keys.create(payload), locationOfKey),
    listApiKeys: () => keys.list,
    rotateApiKey: withLocation(({ path, payload }) => keys.rotate(path.id, payload), locationOfKey),
    revokeApiKey: ({ payload }) => keys.revoke(payload)
  })
)
