import { BlockList } from "node:net"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, Effect, Layer, Logger, Option } from "effect"
import { addressOf, ClientAddresses } from "../../../../src/transport/wire/ClientAddresses.ts"

const proxies = new BlockList()
proxies.addSubnet("10.0.0.0", 8, "ipv4")
proxies.addAddress("127.0.0.1", "ipv4")
proxies.addSubnet("fd00::", 8, "ipv6")

describe("The client address of a request", () => {
  it("is the peer's without a trusted proxy, whatever X-Forwarded-For says", () => {
    strictEqual(addressOf(undefined, "198.51.100.1", undefined), "198.51.100.1")
    strictEqual(addressOf(undefined, "198.51.100.1", "203.0.113.9"), "198.51.100.1")
    strictEqual(addressOf(undefined, "127.0.0.1", "203.0.113.9"), "127.0.0.1")
    strictEqual(addressOf(proxies, "198.51.100.1", "203.0.113.9"), "198.51.100.1")
  })

  it("is the one that a trusted proxy forwards", () => {
    strictEqual(addressOf(proxies, "10.1.2.3", "203.0.113.9"), "203.0.113.9")
    strictEqual(addressOf(proxies, "::ffff:10.1.2.3", " 203.0.113.9 "), "203.0.113.9")
    strictEqual(addressOf(proxies, "fd00::1", "2001:db8::1"), "2001:db8:0:0::/64")
  })

  it("is the forwarded one without its port", () => {
    for (const [forwarded, address] of [
      ["203.0.113.9:5678", "203.0.113.9"],
      ["203.0.113.9:5678, 10.0.0.2:80", "203.0.113.9"],
      ["[2001:db8::1]:443", "2001:db8:0:0::/64"],
      ["[2001:db8::1]", "2001:db8:0:0::/64"],
      ["[::ffff:203.0.113.9]:443", "203.0.113.9"]
    ] as const) {
      strictEqual(addressOf(proxies, "10.0.0.1", forwarded), address, forwarded)
    }
  })

  it("is the last forwarded one that is not a trusted proxy, so that clients cannot forge it", () => {
    strictEqual(addressOf(proxies, "10.0.0.1", "203.0.113.9, 10.0.0.2"), "203.0.113.9")
    strictEqual(addressOf(proxies, "10.0.0.1", "192.0.2.1, 203.0.113.9"), "203.0.113.9")
    strictEqual(addressOf(proxies, "10.0.0.1", "192.0.2.1, 203.0.113.9, 10.0.0.3, 127.0.0.1"), "203.0.113.9")
    strictEqual(addressOf(proxies, "10.0.0.1", "127.0.0.1, 203.0.113.9"), "203.0.113.9")
  })

  it("is the proxy's if the proxy forwards no address", () => {
    for (const forwarded of [
      undefined,
      "",
      "unknown",
      "203.0.113.9, garbage",
      "203.0.113.9,",
      "203.0.113.9:http",
      "203.0.113.9:",
      "[203.0.113.9",
      "2001:db8::1]:443",
      "::g"
    ]) {
      strictEqual(addressOf(proxies, "10.0.0.1", forwarded), "10.0.0.1")
    }
  })

  it("is the outermost proxy's if all are trusted", () => {
    strictEqual(addressOf(proxies, "10.0.0.1", "10.0.0.3, 10.0.0.2"), "10.0.0.3")
  })

  it("is that of the twentieth proxy from the end in a longer chain of trusted proxies", () => {
    const hops = Array.from({ length: 30 }, (_, index) => `10.0.0.${30 - index}`)
    strictEqual(addressOf(proxies, "10.1.2.3", hops.join(", ")), "10.0.0.20")
  })

  it("is the /64 of an IPv6 address, however it is written", () => {
    for (const address of ["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::"]) {
      strictEqual(addressOf(undefined, address, undefined), "2001:db8:1:2::/64")
    }
    strictEqual(addressOf(undefined, "2001:db8:1:3::1", undefined), "2001:db8:1:3::/64")
    strictEqual(addressOf(undefined, "2001:db8::1", undefined), "2001:db8:0:0::/64")
    strictEqual(addressOf(undefined, "::1", undefined), "0:0:0:0::/64")
    strictEqual(addressOf(undefined, "fe80::1%eth0", undefined), "fe80:0:0:0::/64")
  })

  it("is the IPv4 address that is mapped into IPv6", () => {
    strictEqual(addressOf(undefined, "::ffff:198.51.100.1", undefined), "198.51.100.1")
    strictEqual(addressOf(undefined, "::FFFF:198.51.100.1", undefined), "198.51.100.1")
    strictEqual(addressOf(undefined, "::ffff:c633:6401", undefined), "198.51.100.1")
    strictEqual(addressOf(undefined, "0:0:0:0:0:ffff:198.51.100.1", undefined), "198.51.100.1")
  })
})

describe("ClientAddresses", () => {
  /** The log after requests from these peers, each forwarded for somebody. */
  const logOf = (variables: Readonly<Record<string, string>>, ...peers: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => void lines.push(String(message)))
      )
      const config = Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
      const of = Effect.map(ClientAddresses, (addresses) => addresses.of)
      const addressOfRequest = yield* Effect.provide(of, Layer.provide(ClientAddresses.layer, [log, config]))
      for (const peer of peers) {
        addressOfRequest({ remoteAddress: Option.some(peer), headers: { "x-forwarded-for": "203.0.113.9" } })
      }
      addressOfRequest({ remoteAddress: Option.some("10.0.0.1"), headers: {} })
      yield* Effect.yieldNow()
      return lines.map((line) => line.split(":")[0])
    })

  it.effect("warns once of a proxy that TRUST_PROXY does not name, since all visitors share its limit", () =>
    Effect.gen(function* () {
      const warned = ["requests come through a proxy, and TRUST_PROXY is not set"]
      deepStrictEqual(yield* logOf({}, "10.0.0.1", "127.0.0.1", "::ffff:127.0.0.1"), warned)
      for (const peer of ["127.0.0.1", "::1", "::ffff:192.168.0.2", "fd00::1"]) {
        deepStrictEqual(yield* logOf({}, peer), warned, peer)
      }
      deepStrictEqual(yield* logOf({}, "198.51.100.1", "2001:db8::1"), [])
      deepStrictEqual(yield* logOf({ TRUST_PROXY: "127.0.0.1" }, "10.0.0.1", "127.0.0.1"), [])
    })
  )
})
