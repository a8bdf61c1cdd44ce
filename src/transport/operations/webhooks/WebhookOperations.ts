import { Effect } from "effect"
import { Webhooks } from "../../../../services/webhooks/Webhooks.ts"
import { handlers, withLocation } from "../../HandlerRegistry.ts"

export const layer = handlers("webhooks", Webhooks, (webhooks) => ({
  create: withLocation(
    ({ payload }) => webhooks.create(payload),
    () => "/api/webhooks"
  ),
  list: () => Effect.map(webhooks.list, (data) => ({ data })),
  update: ({ path, payload }) => webhooks.change(path.id, payload),
  remove: ({ path, payload }) => webhooks.remove(path.id, payload)
}))
