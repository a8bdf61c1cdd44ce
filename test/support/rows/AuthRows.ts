import { Redacted } from "effect"
import { account } from "../Given.ts"
import { nobody, type Row, type World } from "./World.ts"

/** The endpoints of accounts. Called by the author of the post. */
export const authRows: Readonly<Record<string, (world: World) => Row>> = {
  "auth.register": ({ maria: { user } }) => {
    const path = "/api/auth/register"
    return {
      status: 201,
      ask: { path, body: account() },
      fails: {
        400: { path, body: account({ password: "short" }) },
        403: { path, body: account({ role: "admin" }) },
        409: { path, body: account({ username: user.username }) }
      }
    }
  },
  "auth.login": ({ maria: { payload } }) => {
    const path = "/api/auth/login"
    const { email } = payload
    const password = Redacted.value(payload.password)
    return {
      status: 200,
      ask: { path, body: { email, password } },
      fails: { 400: { path, body: { email } }, 401: { path, body: { email, password: `${password}!` } } }
    }
  },
  "auth.logout": ({ key }) => {
    const path = "/api/auth/logout"
    return { status: 200, ask: { path }, fails: { 400: { path, as: key.key } } }
  },
  "auth.createApiKey": ({ collector, narrow }) => {
    const path = "/api/auth/apikeys"
    const body = { name: "x" }
    return {
      status: 201,
      ask: { path, body },
      fails: {
        400: { path, body: { ...body, expiresAt: "2020-01-01T00:00:00Z" } },
        403: { path, body: { ...body, expiresAt: "2099-01-01T00:00:00Z", scopes: ["read"] }, as: narrow.key },
        409: { path, body, as: collector.token }
      }
    }
  },
  "auth.changePassword": ({ maria: { payload } }) => {
    const path = "/api/auth/password"
    const oldPassword = Redacted.value(payload.password)
    const body = { oldPassword, newPassword: `${oldPassword}!` }
    return {
      status: 200,
      ask: { path, body },
      fails: {
        400: { path, body: { ...body, newPassword: oldPassword } },
        403: { path, body: { ...body, oldPassword: `${oldPassword}?` } }
      }
    }
  },
  "auth.forgotPassword": ({ maria: { payload } }) => {
    const path = "/api/auth/password/forgot"
    return { status: 202, ask: { path, body: { email: payload.email } }, fails: { 400: { path, body: {} } } }
  },
  "auth.resetPassword": ({ resetToken }) => {
    const path = "/api/auth/password/reset"
    const body = { token: resetToken, password: "zebras wear their stripes" }
    return { status: 200, ask: { path, body }, fails: { 400: { path, body: { ...body, token: `${resetToken}x` } } } }
  },
  "auth.confirmEmail": ({ emailToken, takenToken }) => {
    const path = "/api/auth/email/confirm"
    return {
      status: 200,
      ask: { path, body: { token: emailToken } },
      fails: { 400: { path, body: { token: `${emailToken}x` } }, 409: { path, body: { token: takenToken } } }
    }
  },
  "auth.listSessions": ({ agent }) => {
    const path = "/api/auth/sessions"
    return { status: 200, ask: { path }, fails: { 403: { path, as: agent.key } } }
  },
  "auth.endSessions": ({ agent }) => {
    const path = "/api/auth/sessions"
    return {
      status: 200,
      ask: { path },
      fails: {
        400: { path, body: { id: "x" } },
        403: { path, as: agent.key },
        404: { path, body: { id: nobody } }
      }
    }
  },
  "auth.rotateApiKey": ({ agent, carol, expired, human: { id } }) => {
    const path = `/api/auth/apikeys/${id}/rotate`
    return {
      status: 201,
      ask: { path, body: { graceSeconds: 60 }, as: carol.token },
      fails: {
        400: { path, body: { graceSeconds: -1 }, as: carol.token },
        403: { path, as: agent.key },
        404: { path },
        409: { path: `/api/auth/apikeys/${expired.id}/rotate`, as: carol.token }
      }
    }
  },
  "auth.listApiKeys": () => ({ status: 200, ask: { path: "/api/auth/apikeys" }, fails: {} }),
  "auth.revokeApiKey": ({ bob, key: { id } }) => {
    const path = "/api/auth/apikeys"
    return {
      status: 200,
      ask: { path, body: { id }, as: bob.token },
      fails: { 400: { path, body: {} }, 404: { path, body: { id } } }
    }
  }
}
