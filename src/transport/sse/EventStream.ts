import type { Writable } from "node:stream"
import { Schema } from "effect"
import { Notification } from "../../domain/notifications/Notification.ts"
import { jsonInOneLine } from "../../domain/OneLine.ts"
import {
  NotificationSubscriber,
  type SubscriberEvent,
  type SubscriptionEnd,
  type SubscriptionStart
} from "../../services/notifications/NotificationSubscriber.ts"
import type { Heartbeat } from "../wire/Heartbeat.ts"

/** The milliseconds that a client waits before it connects again (contract, Notification stream). */
const retryMillis = 3_000

/** The seconds that a client of the notification stream has to take the last event before it is disconnected. */
const farewellSeconds = 5

const ping = Buffer.from(": ping\n\n")

const eventText = (event: string, data: string, id?: number): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${jsonInOneLine(data)}\n\n`

const jsonOf = Schema.encodeSync(Schema.parseJson(Notification))

const textOf = (event: SubscriberEvent): string => {
  if (event.kind === "resync") return eventText("resync", "{}", event.lastId)
  if (event.kind === "notification") return eventText("notification", jsonOf(event.notification), event.notification.id)
  return eventText("notifications_read", JSON.stringify({ ids: event.ids, unreadCount: event.unreadCount }))
}

/** The bytes of events, each of which goes to all streams of a member. */
const encoded = new WeakMap<SubscriberEvent, Buffer>()

const bytesOf = (event: SubscriberEvent): Buffer => {
  const bytes = encoded.get(event) ?? Buffer.from(textOf(event))
  encoded.set(event, bytes)
  return bytes
}

/** An open event stream of a member, on a response whose head has been written. */
export class EventStream extends NotificationSubscriber {
  readonly #out: Writable
  readonly #heartbeat: Heartbeat["Type"]

  constructor(out: Writable, start: SubscriptionStart, heartbeat: Heartbeat["Type"]) {
    super(start)
    this.#out = out
    this.#heartbeat = heartbeat
    out.on("close", () => this.closed())
    heartbeat.add(this)
    const { lastId, unreadCount, user } = start
    const connected = JSON.stringify({ userId: user.id, unreadCount })
    // With an id, so that a client that loses the connection before its first notification resumes here.
    this.#write(
      `retry: ${retryMillis}\n\n${eventText("connected", connected, lastId)}${start.isStale ? textOf({ kind: "resync" }) : ""}`
    )
  }

  override get isBlocked() {
    return this.#out.writableNeedDrain
  }

  protected override send(event: SubscriberEvent) {
    this.#write(bytesOf(event))
  }

  override flush() {
    this.#out.uncork() // Node holds what is written to a response until its turn ends
  }

  override end(reason: SubscriptionEnd) {
    if (this.#isOver) return
    this.#out.end(eventText("close", JSON.stringify({ reason })))
    this.#heartbeat.add(this, farewellSeconds)
  }

  beat() {
    if (this.#out.writableEnded) this.#out.destroy()
    else if (!this.isBlocked) this.#write(ping)
  }

  protected override closed() {
    this.#heartbeat.remove(this)
    super.closed()
  }

  get #isOver() {
    return this.#out.destroyed || this.#out.writableEnded
  }

  #write(text: string | Buffer) {
    if (this.#isOver || this.#out.write(text)) return
    this.#out.once("drain", () => this.drained())
  }
}
