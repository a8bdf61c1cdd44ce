import { describe, expect, it } from "@effect/vitest"
import { isPublicAddress } from "../../../src/adapters/node/PublicAddresses.ts"

describe("isPublicAddress", () => {
  it.each([
    ["0.0.0.0", "this network"],
    ["0.1.2.3", "this network"],
    ["10.0.0.1", "private"],
    ["10.255.255.255", "private"],
    ["100.64.0.1", "shared by carriers"],
    ["100.127.255.255", "shared by carriers"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["169.254.169.254", "link-local, with a cloud's secrets"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.0.0.8", "protocols"],
    ["192.0.2.1", "documentation"],
    ["192.88.99.1", "6to4 relays"],
    ["192.168.1.1", "private"],
    ["198.18.0.1", "benchmarks"],
    ["198.19.255.255", "benchmarks"],
    ["198.51.100.1", "documentation"],
    ["203.0.113.1", "documentation"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.255", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::127.0.0.1", "IPv4-compatible"],
    ["::ffff:127.0.0.1", "IPv4-mapped"],
    ["::ffff:8.8.8.8", "IPv4-mapped, with any address in it"],
    ["::ffff:a00:1", "IPv4-mapped, in hex"],
    ["64:ff9b::a00:1", "NAT64"],
    ["64:ff9b:1::a00:1", "NAT64 of one's own"],
    ["100::1", "discard"],
    ["2001::1", "Teredo"],
    ["2001:db8::1", "documentation"],
    ["2002:a00:1::1", "6to4"],
    ["3fff::1", "documentation"],
    ["fc00::1", "unique-local"],
    ["fdff::1", "unique-local"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local, of one interface"],
    ["fec0::1", "site-local"],
    ["ff02::1", "multicast"],
    ["5f00::1", "segment routing"],
    ["localhost", "no address"],
    ["", "no address"],
    ["127.1", "no address as it is written"],
    ["0x7f000001", "no address as it is written"]
  ])("refuses %s (%s)", (address) => expect(isPublicAddress(address)).toBe(false))

  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.0.1",
    "223.255.255.1"
  ])("accepts %s", (address) => expect(isPublicAddress(address)).toBe(true))

  it.each(["2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450::1", "3000::1", "2001:200::1"])(
    "accepts %s",
    (address) => expect(isPublicAddress(address)).toBe(true)
  )
})
