import type { Option, Redacted } from "effect"

/** Where other instances reach one, and the secret that proves to it that one of them forwarded a request. */
export interface InstanceAddress {
  readonly url: string
  readonly secret: Redacted.Redacted
}

/** A process that serves the community of one database beside others. */
export interface Instance {
  readonly id: string
  /** None until it listens, and of a command that serves nothing. */
  readonly address: Option.Option<InstanceAddress>
}
