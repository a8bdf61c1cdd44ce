import { hash, randomBytes, timingSafeEqual } from "node:crypto"
import { Context, Layer, Option, Redacted } from "effect"

/** The parts of a request that show its origin. */
export interface AddressSource {
  readonly remoteAddress: Option.Option<string>
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Carries the secret of the instance that a request is forwarded to. */
export const forwardingHeader = "community-forwarding-secret"

/**
 * The secret of this process, which the other instances read in the database. A request that carries it was forwarded by
 * one of them, which appended the address of its own client to `X-Forwarded-For`.
 */
export class ForwardingSecret extends Context.Tag("transport/wire/Forwarding/ForwardingSecret")<
  ForwardingSecret,
  {
    readonly value: Redacted.Redacted

    /** The origin of a request as the instance saw it that forwarded it; unchanged where none did. */
    readonly originOf: (source: AddressSource) => AddressSource
  }
>() {
  static readonly layer = Layer.sync(ForwardingSecret, () => make())
}

const digestOf = (text: string) => Buffer.from(hash("sha256", text, "hex"))

const make = () => {
  const secret = randomBytes(32).toString("base64url")
  const expected = digestOf(secret)

  return ForwardingSecret.of({
    value: Redacted.make(secret),
    originOf: (source) => {
      const sent = source.headers[forwardingHeader]
      if (sent === undefined || !timingSafeEqual(digestOf(sent), expected)) return source
      const hops = (source.headers["x-forwarded-for"] ?? "").split(",")
      const remoteAddress = Option.fromNullable(hops.pop()?.trim())
      const forwarded = hops.length === 0 ? undefined : hops.join(",")
      return { remoteAddress, headers: { ...source.headers, "x-forwarded-for": forwarded } }
    }
  })
}
