import { Effect } from "effect"
import { type Call, members, plain, plainly } from "./ModerationCalls.ts"
import { nobody, type Row, row, rowOf, someDevice, type World } from "./World.ts"

const path = "/api/push/subscriptions"

/** The endpoints of devices. Called by the author of the post. */
export const pushRows: Readonly<Record<string, (world: World) => Row>> = {
  "push.state": () => row({ path: "/api/push" }),
  "push.subscribe": ({ fullOfDevices, key }) =>
    row(
      { path, body: someDevice() },
      {
        400: { body: { ...someDevice(), endpoint: "https://127.0.0.1/" } },
        403: { as: key.key },
        409: { body: someDevice(), as: fullOfDevices.token }
      },
      201
    ),
  "push.remove": ({ device, key }) => rowOf({ path: `${path}/${device}` }, { 403: { as: key.key } })
}

/** The calls of each kind of member. */
export const pushCalls = {
  ...plainly(members, "GET /api/push"),
  "POST /api/push/subscriptions": members(() => Effect.sync((): Call => ({ path, body: someDevice() })), 201),
  "DELETE /api/push/subscriptions/:id": members(plain(`${path}/${nobody}`), 404)
}
