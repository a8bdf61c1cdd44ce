import { Duration, Schema } from "effect"
import { named, optional, removed } from "../Fields.ts"
import { PushSubscriptionId } from "../Ids.ts"
import { AnyText, line } from "../Text.ts"

/** The maximum number of devices on which a member is told. */
export const maxPushSubscriptions = 10

/** The shortest time between two messages to one device. Alerts of danger do not count (contract, Alerts). */
export const pushInterval = Duration.minutes(1)

/** @internal A message that cannot be sent is tried again for this long. */
export const pushLifetime = Duration.days(1)

/** @internal The longest URL at a push service. */
const maxEndpointCharacters = 2_000

/** @internal The longest name of a device. */
const maxDeviceCharacters = 100

const endpointExample = "https://push.example/send/f2Xk81"

const base64url = (pattern: RegExp, message: string) =>
  AnyText.pipe(Schema.pattern(pattern, { message: () => ({ message, override: true }) }))

const Endpoint = AnyText.pipe(
  // The parser of URLs drops line ends and tabs.
  Schema.filter((url) =>
    url.length <= maxEndpointCharacters && !/\s/.test(url) && URL.canParse(url) ? undefined : "must be a URL"
  ),
  Schema.annotations({
    jsonSchema: { type: "string", format: "uri", maxLength: maxEndpointCharacters },
    description: "The URL that the browser's push service gave: https, at a public address.",
    examples: [endpointExample]
  })
)

export const PushKeys = Schema.Struct({
  p256dh: base64url(/^B[A-P][\w-]{85}$/, "must be a public key of 65 bytes in base64url").annotations({
    description: "The public key of the device: a point of P-256, uncompressed, in base64url."
  }),
  auth: base64url(/^[\w-]{22}$/, "must be a secret of 16 bytes in base64url").annotations({
    description: "The secret of the subscription, 16 bytes in base64url."
  })
})

export const NewPushSubscription = Schema.Struct({
  endpoint: Endpoint,
  keys: PushKeys,
  device: optional(
    line(maxDeviceCharacters).annotations({
      jsonSchema: {
        type: "string",
        minLength: 1,
        maxLength: maxDeviceCharacters,
        description: "Its name in your list."
      },
      examples: ["phone"]
    })
  )
}).annotations(named("NewPushSubscription", "A device to be told on, as the browser's PushSubscription describes it."))
export type NewPushSubscription = typeof NewPushSubscription.Type

export const PushSubscription = Schema.Struct({
  id: PushSubscriptionId,
  device: Schema.OptionFromNullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  lastSentAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
}).annotations(named("PushSubscription", "A device on which the caller is told of notifications."))
export type PushSubscription = typeof PushSubscription.Type

export const PushState = Schema.Struct({
  publicKey: Schema.String.annotations({
    description: "The `applicationServerKey` of the server: a point of P-256, uncompressed, in base64url."
  }),
  subscriptions: Schema.Array(PushSubscription)
}).annotations(named("PushState", "The key that messages are signed with, and the caller's devices, oldest first."))
export type PushState = typeof PushState.Type

export const PushSubscriptionRemoved = removed("PushSubscriptionRemoved", PushSubscriptionId)

/** The alert of danger that a message says, in place of the numbers of new notifications. */
export const PushAlert = Schema.Literal("danger", "danger_again", "danger_more")
export type PushAlert = typeof PushAlert.Type

export class PushEndpointRefused extends Schema.TaggedError<PushEndpointRefused>()("PushEndpointRefused", {
  reason: Schema.Literal("https", "private")
}) {
  readonly field = "endpoint"

  override get message() {
    return this.reason === "https"
      ? "endpoint must be an https URL without a user and password"
      : "endpoint must be at a public address"
  }
}

export class PushKeyRefused extends Schema.TaggedError<PushKeyRefused>()("PushKeyRefused", {}) {
  readonly field = "keys.p256dh"

  override readonly message = "keys.p256dh must be a public key of P-256: a point of the curve"
}

export class TooManyPushSubscriptions extends Schema.TaggedError<TooManyPushSubscriptions>()(
  "TooManyPushSubscriptions",
  {}
) {
  override readonly message = `you are told on ${maxPushSubscriptions} devices, the most there may be: remove one`
}

export class PushSubscriptionNotFound extends Schema.TaggedError<PushSubscriptionNotFound>()(
  "PushSubscriptionNotFound",
  { id: PushSubscriptionId }
) {
  override readonly message = `you have no device ${this.id}: it was removed, or its session has ended`
}
