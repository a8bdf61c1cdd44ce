import { Effect } from "effect"
import { type Call, plain } from "./ModerationCalls.ts"
import { nobody, type Row, someDevice, type World } from "./World.ts"

const path = "/api/push/subscriptions"

/** The endpoints of devices. Called by the author of the post. */
export const pushRows: Readonly<Record<string, (world: World) => Row>> = {
  "push.state": () => ({ status: 200, ask: { path: "/api/push" }, fails: {} }),
  "push.subscribe": ({ fullOfDevices, key }) => ({
    status: 201,
    ask: { path, body: someDevice() },
    fails: {
      400: { path, body: { ...someDevice(), endpoint: "https://127.0.0.1/" } },
      403: { path, body: someDevice(), as: key.key },
      409: { path, body: someDevice(), as: fullOfDevices.token }
    }
  }),
  "push.remove": ({ device, key }) => ({
    status: 200,
    ask: { path: `${path}/${device}` },
    fails: { 403: { path: `${path}/${device}`, as: key.key }, 404: { path: `${path}/${nobody}` } }
  })
}

/** The calls of each kind of member. */
export const pushCalls = {
  "GET /api/push": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/push") },
  "POST /api/push/subscriptions": {
    expected: [401, 201, 201, 201, 201, 201],
    call: () => Effect.sync((): Call => ({ path, body: someDevice() }))
  },
  "DELETE /api/push/subscriptions/:id": { expected: [401, 404, 404, 404, 404, 404], call: plain(`${path}/${nobody}`) }
} as const
