import { Effect, Schema } from "effect"
import { PushSubscription } from "../../../../domain/notifications/Push.ts"
import { PushSubscriptions } from "../../../../services/notifications/PushSubscriptions.ts"
import { jsonText } from "../../../wire/EntityTag.ts"
import { handlers } from "../../HandlerRegistry.ts"

const encode = Schema.encodeSync(PushSubscription)

export const layer = handlers("push", PushSubscriptions, (push) => ({
  state: () => push.state,
  subscribe: ({ payload }) =>
    Effect.map(push.subscribe(payload), ({ isNew, subscription }) => {
      const body = JSON.stringify(encode(subscription))
      return isNew ? jsonText(body, 201, { location: "/api/push" }) : jsonText(body, 200, {})
    }),
  remove: ({ path }) => push.remove(path.id)
}))
