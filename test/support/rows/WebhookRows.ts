import { body } from "./OnlyWebhook.ts"
import { nobody, type Row, type World } from "./World.ts"

const path = "/api/webhooks"

/** The endpoints of webhooks at work. */
export const webhookRows: Readonly<Record<string, (world: World) => Row>> = {
  "webhooks.create": ({ admin, webhook: { clear, fill } }) => ({
    status: 201,
    ask: { path, body, as: admin.token, before: clear },
    fails: {
      400: { path, body: { ...body, events: ["post.liked"] }, as: admin.token },
      403: { path, body },
      409: { path, body, as: admin.token, before: fill }
    }
  }),
  "webhooks.list": ({ admin }) => ({
    status: 200,
    ask: { path, as: admin.token },
    fails: { 403: { path } }
  }),
  "webhooks.update": ({ admin, webhook: { id } }) => {
    const changed = { events: ["report.opened"] }
    return {
      status: 200,
      ask: { path: `${path}/${id}`, body: changed, as: admin.token },
      fails: {
        400: { path: `${path}/${id}`, body: { url: "https://10.0.0.1/" }, as: admin.token },
        403: { path: `${path}/${id}`, body: changed },
        404: { path: `${path}/${nobody}`, body: changed, as: admin.token }
      }
    }
  },
  "webhooks.remove": ({ admin, webhook: { id } }) => ({
    status: 200,
    ask: { path: `${path}/${id}`, as: admin.token },
    fails: { 403: { path: `${path}/${id}` }, 404: { path: `${path}/${nobody}`, as: admin.token } }
  })
}
