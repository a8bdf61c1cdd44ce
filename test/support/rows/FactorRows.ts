import { recoveryCode } from "./FactorWorld.ts"
import { everybody, members, plain, plainly } from "./ModerationCalls.ts"
import { type Ask, nobody, type Row, row, rowOf, type World } from "./World.ts"

const unknown = { id: "x", rawId: "x", type: "public-key" }
const create = { ...unknown, response: { clientDataJSON: "x", attestationObject: "x" } }
const get = { ...unknown, response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" } }

const path = "/api/auth/passkeys"
const second = "/api/auth/second-factor"
const codes = `${second}/recovery-codes`
const code = { code: recoveryCode }

/** A write that no API key may send. */
const ofSessions = (ask: Ask, { key }: World, fails: Readonly<Record<number, Partial<Ask>>> = {}, status = 200) =>
  row(ask, { ...fails, 403: { as: key.key } }, status)

const ofPasskey = (world: World, body?: unknown, fails: Readonly<Record<number, Partial<Ask>>> = {}) =>
  rowOf({ path: `${path}/${world.factors.passkey}`, body }, { ...fails, 403: { as: world.key.key } })

/** The endpoints of passkeys and second factors. Called by the author of the post. */
export const factorRows: Readonly<Record<string, (world: World) => Row>> = {
  "factors.passkeyLoginOptions": () => row({ path: `${path}/login/options`, body: {} }),
  "factors.passkeyLogin": ({ factors: { assertion } }) =>
    row(
      { path: `${path}/login`, body: { response: assertion } },
      { 400: { body: {} }, 401: { body: { response: get } } }
    ),
  "factors.passkeyOptions": (world) => ofSessions({ path: `${path}/options`, body: {} }, world),
  "factors.addPasskey": (world) => {
    const { full, fullRegistration, registration } = world.factors
    const fails = {
      400: { body: { response: create } },
      409: { body: { response: fullRegistration }, as: full.token }
    }
    return ofSessions({ path, body: { response: registration } }, world, fails, 201)
  },
  "factors.listPasskeys": (world) => ofSessions({ path }, world),
  "factors.getPasskey": (world) => ofPasskey(world),
  "factors.renamePasskey": (world) => ofPasskey(world, { name: "tablet" }, { 400: { body: { name: " " } } }),
  "factors.removePasskey": (world) => {
    const { adminPasskey, keyAdmin } = world.factors
    return ofPasskey(world, undefined, {
      400: { body: { passkey: "x" } },
      409: { path: `${path}/${adminPasskey}`, as: keyAdmin.token }
    })
  },
  "factors.secondFactor": (world) => ofSessions({ path: second }, world),
  "factors.beginSecondFactor": (world) => ofSessions({ path: second }, world, { 400: { body: { password: 5 } } }),
  "factors.enableSecondFactor": (world) =>
    ofSessions({ path: second, body: { code: world.factors.pendingCode } }, world, {
      400: { body: {} },
      404: { as: world.bob.token }
    }),
  "factors.renewRecoveryCodes": (world) =>
    ofSessions({ path: codes, body: code, as: world.factors.guarded.token }, world, {
      400: { body: {}, as: undefined },
      404: { as: world.bob.token }
    }),
  "factors.removeSecondFactor": (world) =>
    ofSessions({ path: second, body: code, as: world.factors.guarded.token }, world, {
      400: { body: {}, as: undefined },
      404: { as: world.bob.token },
      409: { as: world.factors.codeAdmin.token }
    })
}

const wrong = { code: "wrong" }
const forPasskey = (body?: unknown) => plain(`${path}/${nobody}`, body)
/** The calls of each kind of member. */
export const factorCalls = {
  ...plainly(members, "GET /api/auth/passkeys", "GET /api/auth/second-factor"),
  "POST /api/auth/passkeys/login/options": everybody(plain(`${path}/login/options`, {})),
  "POST /api/auth/passkeys/login": everybody(plain(`${path}/login`, { response: get }), 401),
  "POST /api/auth/passkeys/options": members(plain(`${path}/options`, {})),
  "POST /api/auth/passkeys": members(plain(path, { response: create }), 400),
  "GET /api/auth/passkeys/:id": members(forPasskey(), 404),
  "PATCH /api/auth/passkeys/:id": members(forPasskey({ name: "x" }), 404),
  "DELETE /api/auth/passkeys/:id": members(forPasskey({}), 404),
  "POST /api/auth/second-factor": members(plain(second, {})),
  "PUT /api/auth/second-factor": members(plain(second, wrong), 403),
  "DELETE /api/auth/second-factor": members(plain(second, wrong), 404),
  "POST /api/auth/second-factor/recovery-codes": members(plain(codes, wrong), 404)
}
