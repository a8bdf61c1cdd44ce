import { type BlockList, isIPv4, isIPv6 } from "node:net"
import { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import { Addressed } from "../api/Access.ts"
import { trustProxy } from "../Config.ts"

/** `::ffff:10.0.0.1`, however it is written (`::ffff:a00:1` too), is `10.0.0.1`. */
const unmapped = (address: string): string => {
  if (!isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address.split("%")[0]}]`)
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".")
}

/** What a proxy forwards without the port that some write behind it: `192.0.2.1:5678`, `[2001:db8::1]:443`. */
const withoutPort = (hop: string): string => /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop)?.slice(1).join("") ?? hop

/** The first four groups of an IPv6 address, which one customer usually has whole. */
const network = (address: string): string => {
  const [head = "", tail = ""] = (address.split("%")[0] ?? "").toLowerCase().split("::")
  const groups = head.split(":").filter((group) => group !== "")
  const rest = tail.split(":").filter((group) => group !== "")
  const all = [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0"), ...rest]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`
}

const isTrusted = (proxies: BlockList | undefined, address: string) =>
  proxies?.check(address, isIPv4(address) ? "ipv4" : "ipv6") === true

/**
 * Who sent a request, as limits count: the nearest address that is no proxy of ours. `X-Forwarded-For` is read from
 * its end, and no further than proxies of ours wrote it: what stands before is what a stranger chose to say.
 */
export const addressOf = (proxies: BlockList | undefined, remote: string, forwarded: string | undefined): string => {
  const hops = (forwarded ?? "").split(",").map((hop) => unmapped(withoutPort(hop.trim())))
  let address = unmapped(remote)
  while (isTrusted(proxies, address)) {
    const hop = hops.pop()
    if (hop === undefined || !(isIPv4(hop) || isIPv6(hop))) break
    address = hop
  }
  return isIPv6(address) ? network(address) : address
}

/** What of a request tells where it comes from. */
export interface Sent {
  readonly remoteAddress: Option.Option<string>
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Where requests come from. */
export class Addresses extends Context.Tag("http/Addresses")<
  Addresses,
  {
    /** The address that a request counts for. */
    readonly of: (request: Sent) => string
  }
>() {
  /** Believes the proxies of the configuration. */
  static readonly layer = Layer.effect(
    Addresses,
    Effect.map(trustProxy, (proxies) => ({
      of: ({ headers, remoteAddress }) =>
        addressOf(
          proxies,
          Option.getOrElse(remoteAddress, () => "unknown"),
          headers["x-forwarded-for"]
        )
    }))
  )
}

/** Provides the address to services that count by it. */
export const layer = Layer.effect(
  Addressed,
  Effect.map(Addresses, (addresses) => Effect.map(HttpServerRequest.HttpServerRequest, addresses.of))
)
