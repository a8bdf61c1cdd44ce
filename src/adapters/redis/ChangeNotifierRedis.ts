import { Effect, Layer } from "effect"
import { ChangeNotifier } from "../../ports/ChangeNotifier.ts"
import * as ChangeNotifierChannel from "../ChangeNotifierChannel.ts"
import { command, open, type SharedRedis } from "./RedisConnection.ts"

/** Two connections, since one that subscribes can do nothing else. They are lost together. */
const openBoth =
  ({ prefix, url }: SharedRedis): ChangeNotifierChannel.OpenChannel =>
  (receive, lose) =>
    Effect.gen(function* () {
      const channel = `${prefix}changes`
      const [subscriber, publisher] = yield* Effect.all([open(url, lose), open(url, lose)])
      subscriber.on("message", (_, message) => receive(message))
      return {
        publish: (message) => command(() => publisher.publish(channel, message)),
        subscribe: Effect.zip(
          command(() => subscriber.subscribe(channel)),
          command(() => publisher.ping()),
          { concurrent: true }
        )
      }
    })

/** Pub/Sub of Redis. */
export const layer = (redis: SharedRedis) => Layer.scoped(ChangeNotifier, ChangeNotifierChannel.make(openBoth(redis)))
