import { Effect } from "effect"
import { body } from "./OnlyWebhook.ts"
import { asMember, ofAdmins, type Row, row, rowOf, type World } from "./World.ts"

const path = "/api/webhooks"

/** The endpoints of webhooks at work. */
export const webhookRows: Readonly<Record<string, (world: World) => Row>> = {
  "webhooks.create": ({ admin, webhook: { clear, fill } }) =>
    row(
      { path, body, as: admin.token, before: clear },
      {
        400: { body: { ...body, events: ["post.liked"] }, before: Effect.void },
        403: { ...asMember, before: Effect.void },
        409: { before: fill }
      },
      201
    ),
  "webhooks.list": ofAdmins(path),
  "webhooks.update": ({ admin, webhook: { id } }) =>
    rowOf(
      { path: `${path}/${id}`, body: { events: ["report.opened"] }, as: admin.token },
      { 400: { body: { url: "https://10.0.0.1/" } }, 403: asMember }
    ),
  "webhooks.remove": ({ admin, webhook: { id } }) =>
    rowOf({ path: `${path}/${id}`, as: admin.token }, { 403: asMember })
}
