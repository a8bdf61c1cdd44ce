import { Context, DateTime, Effect, Layer, Option } from "effect"
import { makeKeyedSemaphore } from "../../concurrency/KeyedSemaphore.ts"
import { CurrentUser, NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { PushSubscriptionId, UserId } from "../../domain/Ids.ts"
import {
  maxPushSubscriptions,
  type NewPushSubscription,
  PushEndpointRefused,
  PushKeyRefused,
  type PushState,
  type PushSubscription,
  PushSubscriptionNotFound,
  TooManyPushSubscriptions
} from "../../domain/notifications/Push.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { PushRepo } from "../../ports/notifications/PushRepo.ts"
import { WebPush } from "../../ports/notifications/WebPush.ts"
import { Outgoing } from "../../ports/Outgoing.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { PushKey } from "./PushKey.ts"

type Refusal = NotAllowed | NotSignedIn | PushEndpointRefused | PushKeyRefused | TooManyPushSubscriptions

/** A device, and whether it is a new one. */
interface Subscribed {
  readonly subscription: PushSubscription
  readonly isNew: boolean
}

/** The devices on which the caller is told of notifications (contract, Alerts). */
export class PushSubscriptions extends Context.Tag("services/notifications/PushSubscriptions")<
  PushSubscriptions,
  {
    readonly state: StorageEffect<PushState, never, CurrentUser>

    /**
     * Tells the caller on a device from now on, until the session of the call ends; a known device of theirs takes the
     * new keys and session. Looks one name up at a time for each member, once there is room for the device. Fails with
     * `NotAllowed` for a key, with `NotSignedIn` where the session has just ended,
     * with `PushEndpointRefused` and `PushKeyRefused` for what cannot be sent to, and with `TooManyPushSubscriptions`.
     */
    readonly subscribe: (subscription: NewPushSubscription) => StorageEffect<Subscribed, Refusal, CurrentUser>

    /** Removes a device. Fails with `NotAllowed` for a key, and with `PushSubscriptionNotFound`. */
    readonly remove: (
      id: PushSubscriptionId
    ) => StorageEffect<
      { readonly deleted: true; readonly id: PushSubscriptionId },
      NotAllowed | PushSubscriptionNotFound,
      CurrentUser
    >
  }
>() {
  static readonly layer = Layer.effect(PushSubscriptions, withSpans("PushSubscriptions", Effect.gen(make)))
}

/** The member and the session of a call. A key has no device. */
const holder = Effect.flatMap(CurrentUser, ({ credential, id }) =>
  credential.kind === "session"
    ? Effect.succeed({ userId: id, sessionId: credential.id })
    : new NotAllowed({ action: "subscribeDevice" })
)

function* make() {
  const repo = yield* PushRepo
  const key = yield* PushKey
  const { isPublicKey } = yield* WebPush
  const outgoing = yield* Outgoing
  const { users, write } = yield* writing
  const oneOfMember = makeKeyedSemaphore(1)

  /** The member's device at the endpoint. Fails with `TooManyPushSubscriptions` if there is no room for a new one. */
  const knownOrRoom = Effect.fnUntraced(function* (userId: UserId, endpoint: string) {
    const now = yield* DateTime.now
    const known = yield* repo.find(userId, endpoint, now)
    const count = (yield* repo.ofMember(userId, now)).length
    if (Option.isNone(known) && count >= maxPushSubscriptions) return yield* new TooManyPushSubscriptions()
    return known
  })

  const store = Effect.fnUntraced(function* ({ device, endpoint, keys: { auth, p256dh } }: NewPushSubscription) {
    const { sessionId, userId } = yield* holder
    yield* Effect.catchTag(users.lock(userId), "UserNotFound", () => new NotSignedIn())
    const isNew = Option.isNone(yield* knownOrRoom(userId, endpoint))
    const createdAt = yield* DateTime.now
    const { publicKey: serverKey } = yield* key
    const stored = yield* repo.put({ userId, sessionId, endpoint, p256dh, auth, device, serverKey, createdAt })
    const subscription = yield* Effect.mapError(stored, () => new NotSignedIn())
    yield* users.touch(userId, createdAt)
    return { subscription, isNew }
  }, write)

  const subscribe = Effect.fnUntraced(function* (subscription: NewPushSubscription) {
    const { userId } = yield* holder
    if (!isPublicKey(subscription.keys.p256dh)) return yield* new PushKeyRefused()
    return yield* oneOfMember(userId)(
      Effect.gen(function* () {
        yield* knownOrRoom(userId, subscription.endpoint)
        yield* Effect.catchTag(
          outgoing.endpoint(new URL(subscription.endpoint)),
          "EndpointRefused",
          ({ reason }) => new PushEndpointRefused({ reason })
        )
        return yield* store(subscription)
      })
    )
  })

  const remove = Effect.fnUntraced(function* (id: PushSubscriptionId) {
    const { userId } = yield* holder
    if (!(yield* repo.remove(userId, id))) return yield* new PushSubscriptionNotFound({ id })
    yield* users.touch(userId, yield* DateTime.now)
    return { deleted: true, id } as const
  }, write)

  const state = Effect.gen(function* () {
    const { id } = yield* CurrentUser
    const { publicKey } = yield* key
    return { publicKey, subscriptions: yield* repo.ofMember(id, yield* DateTime.now) }
  })

  return { state, subscribe, remove }
}
