import type { Writable } from "node:stream"
import { Context, Effect, Layer } from "effect"
import type { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { NotificationFeed } from "../../services/notifications/NotificationFeed.ts"
import type { SubscriptionStart } from "../../services/notifications/NotificationSubscriber.ts"
import { begun, CurrentExchange } from "../http/Exchanges.ts"
import { operations } from "../http/HandlerRegistry.ts"
import { Heartbeat } from "../wire/Heartbeat.ts"
import { streamHead } from "../wire/ResponseWriter.ts"
import { EventStream } from "./EventStream.ts"

/** Writes the head of a response, and gives its body; undefined for a HEAD, and where the client has gone. */
export type BeginResponse = () => Writable | undefined

/** Frames the feeds of members as event streams (contract, Notification stream). An open stream holds no fiber. */
export class NotificationStreams extends Context.Tag("transport/sse/NotificationStreams")<
  NotificationStreams,
  {
    /**
     * Opens a stream of the caller's notifications after `lastEventId`. Fails with `TooManyRequests` at
     * `STREAMS_PER_USER`.
     */
    readonly open: (
      lastEventId: string | undefined,
      begin: BeginResponse
    ) => Effect.Effect<void, TooManyRequests | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(
    NotificationStreams,
    Effect.suspend(() => Effect.map(Effect.all([NotificationFeed, Heartbeat]), make))
  )
}

/** Stands for a malformed id: no notification has it. */
const noId = Number.POSITIVE_INFINITY

const idOf = (lastEventId: string | undefined): number | undefined => {
  if (lastEventId === undefined) return undefined
  return /^(0|[1-9]\d{0,9})$/.test(lastEventId) ? Number(lastEventId) : noId
}

const make = ([feed, heartbeat]: readonly [NotificationFeed["Type"], Heartbeat["Type"]]) => {
  const streamOn = (begin: BeginResponse) => (start: SubscriptionStart) => {
    const out = begin()
    if (out === undefined) return undefined
    const stream = new EventStream(out, start, heartbeat)
    out.uncork() // so that the head leaves in one packet with the first event
    return stream
  }
  return NotificationStreams.of({
    open: (lastEventId, begin) => Effect.asVoid(feed.subscribe(idOf(lastEventId), streamOn(begin)))
  })
}

/** `GET /api/notifications/stream`. A HEAD opens nothing, and fails where a GET would. */
export const { layer } = operations("notificationsStream", NotificationStreams, (streams) => ({
  open: ({ urlParams }) =>
    Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const { isHead } = exchange.state
      const lastEventId = exchange.header("last-event-id") ?? urlParams.lastEventId
      const begin = () => (isHead ? undefined : exchange.beginEndlessStream())
      yield* streams.open(lastEventId, begin)
      if (isHead) return streamHead()
      return exchange.response.headersSent ? begun : yield* Effect.interrupt // the client has gone
    })
}))
