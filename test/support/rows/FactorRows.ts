import { Effect } from "effect"
import { recoveryCode } from "./FactorWorld.ts"
import { type Call, plain } from "./ModerationCalls.ts"
import { nobody, type Row, type World } from "./World.ts"

const unknown = { id: "x", rawId: "x", type: "public-key" }
const create = { ...unknown, response: { clientDataJSON: "x", attestationObject: "x" } }
const get = { ...unknown, response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" } }

const path = "/api/auth/passkeys"
const second = "/api/auth/second-factor"
const codes = `${second}/recovery-codes`
const code = { code: recoveryCode }

/** The endpoints of passkeys and second factors. Called by the author of the post. */
export const factorRows: Readonly<Record<string, (world: World) => Row>> = {
  "factors.passkeyLoginOptions": () => ({ status: 200, ask: { path: `${path}/login/options`, body: {} }, fails: {} }),
  "factors.passkeyLogin": ({ factors: { assertion } }) => ({
    status: 200,
    ask: { path: `${path}/login`, body: { response: assertion } },
    fails: {
      400: { path: `${path}/login`, body: {} },
      401: { path: `${path}/login`, body: { response: get } }
    }
  }),
  "factors.passkeyOptions": ({ key }) => ({
    status: 200,
    ask: { path: `${path}/options`, body: {} },
    fails: { 403: { path: `${path}/options`, body: {}, as: key.key } }
  }),
  "factors.addPasskey": ({ factors: { full, fullRegistration, registration }, key }) => ({
    status: 201,
    ask: { path, body: { response: registration } },
    fails: {
      400: { path, body: { response: create } },
      403: { path, body: { response: registration }, as: key.key },
      409: { path, body: { response: fullRegistration }, as: full.token }
    }
  }),
  "factors.listPasskeys": ({ key }) => ({ status: 200, ask: { path }, fails: { 403: { path, as: key.key } } }),
  "factors.getPasskey": ({ factors: { passkey }, key }) => ({
    status: 200,
    ask: { path: `${path}/${passkey}` },
    fails: { 403: { path: `${path}/${passkey}`, as: key.key }, 404: { path: `${path}/${nobody}` } }
  }),
  "factors.renamePasskey": ({ factors: { passkey }, key }) => ({
    status: 200,
    ask: { path: `${path}/${passkey}`, body: { name: "tablet" } },
    fails: {
      400: { path: `${path}/${passkey}`, body: { name: " " } },
      403: { path: `${path}/${passkey}`, body: { name: "tablet" }, as: key.key },
      404: { path: `${path}/${nobody}`, body: { name: "tablet" } }
    }
  }),
  "factors.removePasskey": ({ factors: { adminPasskey, keyAdmin, passkey }, key }) => ({
    status: 200,
    ask: { path: `${path}/${passkey}` },
    fails: {
      400: { path: `${path}/${passkey}`, body: { passkey: "x" } },
      403: { path: `${path}/${passkey}`, as: key.key },
      404: { path: `${path}/${nobody}` },
      409: { path: `${path}/${adminPasskey}`, as: keyAdmin.token }
    }
  }),
  "factors.secondFactor": ({ key }) => ({
    status: 200,
    ask: { path: second },
    fails: { 403: { path: second, as: key.key } }
  }),
  "factors.beginSecondFactor": ({ key }) => ({
    status: 200,
    ask: { path: second },
    fails: { 400: { path: second, body: { password: 5 } }, 403: { path: second, as: key.key } }
  }),
  "factors.enableSecondFactor": ({ bob, factors: { pendingCode }, key }) => ({
    status: 200,
    ask: { path: second, body: { code: pendingCode } },
    fails: {
      400: { path: second, body: {} },
      403: { path: second, body: { code: pendingCode }, as: key.key },
      404: { path: second, body: { code: pendingCode }, as: bob.token }
    }
  }),
  "factors.renewRecoveryCodes": ({ bob, factors: { guarded }, key }) => ({
    status: 200,
    ask: { path: codes, body: code, as: guarded.token },
    fails: {
      400: { path: codes, body: {} },
      403: { path: codes, body: code, as: key.key },
      404: { path: codes, body: code, as: bob.token }
    }
  }),
  "factors.removeSecondFactor": ({ bob, factors: { codeAdmin, guarded }, key }) => ({
    status: 200,
    ask: { path: second, body: code, as: guarded.token },
    fails: {
      400: { path: second, body: {} },
      403: { path: second, body: code, as: key.key },
      404: { path: second, body: code, as: bob.token },
      409: { path: second, body: code, as: codeAdmin.token }
    }
  })
}

const wrong = { code: "wrong" }
const forPasskey = (body?: unknown) => plain(`${path}/${nobody}`, body)
/** The calls of each kind of member. */
export const factorCalls = {
  "POST /api/auth/passkeys/login/options": {
    expected: [200, 200, 200, 200, 200, 200],
    call: plain(`${path}/login/options`, {})
  },
  "POST /api/auth/passkeys/login": {
    expected: [401, 401, 401, 401, 401, 401],
    call: plain(`${path}/login`, { response: get })
  },
  "POST /api/auth/passkeys/options": { expected: [401, 200, 200, 200, 200, 200], call: plain(`${path}/options`, {}) },
  "POST /api/auth/passkeys": {
    expected: [401, 400, 400, 400, 400, 400],
    call: () => Effect.sync((): Call => ({ path, body: { response: create } }))
  },
  "GET /api/auth/passkeys": { expected: [401, 200, 200, 200, 200, 200], call: plain(path) },
  "GET /api/auth/passkeys/:id": { expected: [401, 404, 404, 404, 404, 404], call: forPasskey() },
  "PATCH /api/auth/passkeys/:id": { expected: [401, 404, 404, 404, 404, 404], call: forPasskey({ name: "x" }) },
  "DELETE /api/auth/passkeys/:id": { expected: [401, 404, 404, 404, 404, 404], call: forPasskey({}) },
  "GET /api/auth/second-factor": { expected: [401, 200, 200, 200, 200, 200], call: plain(second) },
  "POST /api/auth/second-factor": { expected: [401, 200, 200, 200, 200, 200], call: plain(second, {}) },
  "PUT /api/auth/second-factor": { expected: [401, 403, 403, 403, 403, 403], call: plain(second, wrong) },
  "DELETE /api/auth/second-factor": { expected: [401, 404, 404, 404, 404, 404], call: plain(second, wrong) },
  "POST /api/auth/second-factor/recovery-codes": {
    expected: [401, 404, 404, 404, 404, 404],
    call: plain(codes, wrong)
  }
} as const
