import { Redacted } from "effect"
import { account } from "../Given.ts"
import { nobody, type Row, row, type World } from "./World.ts"

const auth = (name: string) => `/api/auth/${name}`

/** The endpoints of accounts. Called by the author of the post. */
export const authRows: Readonly<Record<string, (world: World) => Row>> = {
  "auth.register": ({ maria: { user } }) =>
    row(
      { path: auth("register"), body: account() },
      {
        400: { body: account({ password: "short" }) },
        403: { body: account({ role: "admin" }) },
        409: { body: account({ username: user.username }) }
      },
      201
    ),
  "auth.login": ({ maria: { payload } }) => {
    const [email, password] = [payload.email, Redacted.value(payload.password)]
    return row(
      { path: auth("login"), body: { email, password } },
      { 400: { body: { email } }, 401: { body: { email, password: `${password}!` } } }
    )
  },
  "auth.logout": ({ key }) => row({ path: auth("logout") }, { 400: { as: key.key } }),
  "auth.createApiKey": ({ collector, narrow }) => {
    const body = { name: "x" }
    return row(
      { path: auth("apikeys"), body },
      {
        400: { body: { ...body, expiresAt: "2020-01-01T00:00:00Z" } },
        403: { body: { ...body, expiresAt: "2099-01-01T00:00:00Z", scopes: ["read"] }, as: narrow.key },
        409: { as: collector.token }
      },
      201
    )
  },
  "auth.changePassword": ({ maria: { payload } }) => {
    const oldPassword = Redacted.value(payload.password)
    const body = { oldPassword, newPassword: `${oldPassword}!` }
    return row(
      { path: auth("password"), body },
      {
        400: { body: { ...body, newPassword: oldPassword } },
        403: { body: { ...body, oldPassword: `${oldPassword}?` } }
      }
    )
  },
  "auth.forgotPassword": ({ maria: { payload } }) =>
    row({ path: auth("password/forgot"), body: { email: payload.email } }, { 400: { body: {} } }, 202),
  "auth.resetPassword": ({ resetToken }) => {
    const body = { token: resetToken, password: "zebras wear their stripes" }
    return row({ path: auth("password/reset"), body }, { 400: { body: { ...body, token: `${resetToken}x` } } })
  },
  "auth.confirmEmail": ({ emailToken, takenToken }) =>
    row(
      { path: auth("email/confirm"), body: { token: emailToken } },
      { 400: { body: { token: `${emailToken}x` } }, 409: { body: { token: takenToken } } }
    ),
  "auth.listSessions": ({ agent }) => row({ path: auth("sessions") }, { 403: { as: agent.key } }),
  "auth.endSessions": ({ agent }) =>
    row(
      { path: auth("sessions") },
      { 400: { body: { id: "x" } }, 403: { as: agent.key }, 404: { body: { id: nobody } } }
    ),
  "auth.rotateApiKey": ({ agent, carol, expired, human: { id } }) => {
    const path = auth(`apikeys/${id}/rotate`)
    return row(
      { path, body: { graceSeconds: 60 }, as: carol.token },
      {
        400: { body: { graceSeconds: -1 } },
        403: { body: undefined, as: agent.key },
        404: { body: undefined, as: undefined },
        409: { path: auth(`apikeys/${expired.id}/rotate`), body: undefined }
      },
      201
    )
  },
  "auth.listApiKeys": () => row({ path: auth("apikeys") }),
  "auth.revokeApiKey": ({ bob, key: { id } }) =>
    row(
      { path: auth("apikeys"), body: { id }, as: bob.token },
      { 400: { body: {}, as: undefined }, 404: { as: undefined } }
    )
}
