import { BlockList, isIPv4, isIPv6 } from "node:net"
import { Context, Effect, Layer, Option, Runtime } from "effect"
import { trustProxy } from "../../Config.ts"

/** The parts of a request that show its origin. */
export interface AddressSource {
  readonly remoteAddress: Option.Option<string>
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The addresses of clients, behind the proxies that `TRUST_PROXY` names. */
export class ClientAddresses extends Context.Tag("transport/wire/ClientAddresses")<
  ClientAddresses,
  {
    /** The address that a request counts for. */
    readonly of: (request: AddressSource) => string

    /** True if a request came from this machine; not through a proxy that is not trusted, and says so. */
    readonly isLocal: (request: AddressSource) => boolean

    readonly isProxied: (request: AddressSource) => boolean

    /** True if a request came from another machine without TLS, as far as trusted proxies say. */
    readonly isPlain: (request: AddressSource) => boolean
  }
>() {
  static readonly layer = Layer.effect(
    ClientAddresses,
    Effect.map(Effect.all([trustProxy, Effect.runtime<never>()]), ([proxies, runtime]) => {
      const remoteOf = ({ remoteAddress }: AddressSource) => Option.getOrElse(remoteAddress, () => "unknown")
      let isWarned = proxies !== undefined
      const warnOfProxy = (source: AddressSource) => {
        if (isWarned || source.headers["x-forwarded-for"] === undefined || !isNear(remoteOf(source))) return
        isWarned = true
        Runtime.runFork(runtime)(Effect.logWarning(untrustedProxy))
      }
      return ClientAddresses.of({
        of: (source) => {
          warnOfProxy(source)
          return addressOf(proxies, remoteOf(source), source.headers["x-forwarded-for"])
        },
        isLocal: (source) => isLocalFrom(proxies, remoteOf(source), source.headers["x-forwarded-for"]),
        isProxied: (source) => isTrusted(proxies, unmapIpv4(remoteOf(source))),
        isPlain: (source) => isPlainFrom(proxies, remoteOf(source), source.headers)
      })
    })
  )
}

/** What a proxy without `TRUST_PROXY` does, for the operator. */
const untrustedProxy =
  "requests come through a proxy, and TRUST_PROXY is not set: all visitors share one rate limit. Set it to the " +
  "address of the proxy (docs/configuration.md)"

/** The networks of one machine or site (RFC 1122, 1918, 3927, 4193, 4291, 6598). */
const nearNetworks = new BlockList()
for (const [address, prefix, family] of [
  ["127.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["::1", 128, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"]
] as const) {
  nearNetworks.addSubnet(address, prefix, family)
}

/** True for an address of this machine or of a private network, as that of a proxy in front of the server is. */
const isNear = (remote: string) => isTrusted(nearNetworks, unmapIpv4(remote))

/** Writes an IPv4-mapped address in any form (`::ffff:10.0.0.1`, `::ffff:a00:1`) as `10.0.0.1`. */
export const unmapIpv4 = (address: string): string => {
  if (!isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address.split("%")[0]}]`)
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".")
}

/** Strips the port that some proxies append: `192.0.2.1:5678`, `[2001:db8::1]:443`. */
const withoutPort = (hop: string): string => /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop)?.slice(1).join("") ?? hop

/** The first four groups of an IPv6 address: one customer usually has all addresses behind them. */
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

/** The maximum number of proxies before a client whose addresses are looked at. */
const maxHops = 20

/**
 * The address that limits count by: the nearest one that is not a trusted proxy. `X-Forwarded-For` is read from its
 * end, and only as far as trusted proxies wrote it: the client chose the rest. An IPv6 address counts as its network.
 */
export const addressOf = (proxies: BlockList | undefined, remote: string, forwarded = ""): string => {
  let address = unmapIpv4(remote)
  let end = forwarded.length
  for (let hops = 0; hops < maxHops && end >= 0 && isTrusted(proxies, address); hops++) {
    const comma = end === 0 ? -1 : forwarded.lastIndexOf(",", end - 1)
    const hop = unmapIpv4(withoutPort(forwarded.slice(comma + 1, end).trim()))
    if (!(isIPv4(hop) || isIPv6(hop))) break
    address = hop
    end = comma
  }
  return isIPv6(address) ? network(address) : address
}

/** An address of this machine, as `addressOf` writes it, or of a local socket. */
const isLocal = (address: string) =>
  address.startsWith("127.") || address === "0:0:0:0::/64" || !(address.endsWith("/64") || isIPv4(address))

/** A proxy on this machine that is not trusted gives no address to believe, so its requests are not local. */
export const isLocalFrom = (proxies: BlockList | undefined, remote: string, forwarded: string | undefined): boolean =>
  (forwarded === undefined || isTrusted(proxies, unmapIpv4(remote))) && isLocal(addressOf(proxies, remote, forwarded))

/** This server speaks no TLS itself, so only a trusted proxy can report it, in `X-Forwarded-Proto`. */
export const isPlainFrom = (
  proxies: BlockList | undefined,
  remote: string,
  { "x-forwarded-for": forwarded, "x-forwarded-proto": protocol = "" }: AddressSource["headers"]
): boolean => {
  const [clientProtocol = ""] = protocol.split(",", 1)
  const isEncrypted = clientProtocol.trim().toLowerCase() === "https" && isTrusted(proxies, unmapIpv4(remote))
  return !isEncrypted && !isLocal(addressOf(proxies, remote, forwarded))
}
