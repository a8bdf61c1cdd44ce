import { Effect } from "effect"
import { Webhooks } from "../../../services/webhooks/Webhooks.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"

export const webhookOperations = operations("webhooks", Webhooks, (webhooks) => ({
  create: withLocation(
    ({ payload }) => webhooks.create(payload),
    () => "/api/webhooks"
  ),
  list: () => Effect.map(webhooks.list, (data) => ({ data })),
  update: ({ path, payload }) => webhooks.change(path.id, payload),
  remove: ({ path, payload }) => webhooks.remove(path.id, payload)
}))
