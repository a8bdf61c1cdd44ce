import { Effect, Schema } from "effect"
import { PushSubscription } from "../../../domain/notifications/Push.ts"
import { PushSubscriptions } from "../../../services/notifications/PushSubscriptions.ts"
import { operations } from "../../http/HandlerRegistry.ts"
import { jsonText } from "../../wire/EntityTag.ts"

const encode = Schema.encodeSync(PushSubscription)

export const pushOperations = operations("push", PushSubscriptions, (push) => ({
  state: () => push.state,
  subscribe: ({ payload }) =>
    Effect.map(push.subscribe(payload), ({ isNew, subscription }) => {
      const body = JSON.stringify(encode(subscription))
      return isNew ? jsonText(body, 201, { location: "/api/push" }) : jsonText(body, 200, {})
    }),
  remove: ({ path }) => push.remove(path.id)
}))
