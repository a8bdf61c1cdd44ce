import { Context, type Effect, type Redacted } from "effect"

/** A message for a device, and the keys of its subscription. */
export interface MessageToSeal {
  readonly text: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly privateKey: Redacted.Redacted
  /** Where the push service reaches the operator: `mailto:` or `https:`; undefined if there is neither. */
  readonly contact: string | undefined
}

export interface SealedMessage {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** The cryptography of Web Push. Keys are points and scalars of P-256 in base64url. */
export class WebPush extends Context.Tag("ports/notifications/WebPush")<
  WebPush,
  {
    readonly newPrivateKey: Effect.Effect<Redacted.Redacted>
    readonly publicKeyOf: (privateKey: Redacted.Redacted) => string

    /** True for the public key of a device: a point of the curve. */
    readonly isPublicKey: (p256dh: string) => boolean

    /** Encrypts a message for its device (RFC 8291) and signs it for its push service (RFC 8292). */
    readonly seal: (message: MessageToSeal) => Effect.Effect<SealedMessage>
  }
>() {}
