import { Effect, Exit, type Mailbox, Option, Stream } from "effect"
import type { Notification } from "../../domain/Notification.ts"
import { NotificationSubscriber, type SubscriberEvent, type SubscriptionStart } from "./NotificationSubscriber.ts"

/** The most notifications that are held for a reader. */
const maxHeld = 100

/** A subscriber whose notifications are read as a stream. It takes more when all that it holds has been read. */
export class StreamSubscriber extends NotificationSubscriber {
  readonly #held: Mailbox.Mailbox<Notification>
  #isFull = false

  constructor(held: Mailbox.Mailbox<Notification>, start: SubscriptionStart) {
    super(start)
    this.#held = held
  }

  override get isBlocked() {
    return this.#isFull
  }

  protected override send(event: SubscriberEvent) {
    if (event.kind !== "notification") return
    this.#held.unsafeOffer(event.notification)
    this.#isFull = this.#size >= maxHeld
  }

  override end() {
    this.#held.unsafeDone(Exit.void)
    this.closed()
  }

  /** To be called when nobody reads the stream any more. */
  close() {
    this.closed()
  }

  get stream(): Stream.Stream<Notification> {
    const next = Effect.suspend(() => {
      if (this.#isFull && this.#size === 0) {
        this.#isFull = false
        this.drained()
      }
      return this.#held.takeAll
    })
    return Stream.paginateChunkEffect(undefined, () =>
      Effect.map(next, ([notifications, isDone]) => [notifications, isDone ? Option.none() : Option.some(undefined)])
    )
  }

  get #size() {
    return Option.getOrElse(this.#held.unsafeSize(), () => 0)
  }
}
