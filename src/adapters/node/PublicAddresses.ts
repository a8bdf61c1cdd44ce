import { BlockList, isIPv4, isIPv6 } from "node:net"

const blockList = (subnets: ReadonlyArray<string>, family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = "", bits = ""] = subnet.split("/")
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Networks without public sites: IANA's special-purpose registry, multicast, reserved. */
const closedIpv4 = blockList(
  [
    "0.0.0.0/8", // this network
    "10.0.0.0/8", // private
    "100.64.0.0/10", // shared by carriers
    "127.0.0.0/8", // loopback
    "169.254.0.0/16", // link-local, where clouds serve secrets
    "172.16.0.0/12", // private
    "192.0.0.0/24", // protocols
    "192.0.2.0/24", // documentation
    "192.31.196.0/24", // AS112
    "192.52.193.0/24", // AMT
    "192.88.99.0/24", // 6to4 relays
    "192.168.0.0/16", // private
    "192.175.48.0/24", // AS112
    "198.18.0.0/15", // benchmarks
    "198.51.100.0/24", // documentation
    "203.0.113.0/24", // documentation
    "224.0.0.0/4", // multicast
    "240.0.0.0/4" // reserved, and broadcast
  ],
  "ipv4"
)

/** The unicast addresses of sites. All other IPv6 is excluded: mapped and translated IPv4, loopback, link-local. */
const globalIpv6 = blockList(["2000::/3"], "ipv6")
const closedIpv6 = blockList(
  [
    "2001::/23", // protocols, Teredo among them
    "2001:db8::/32", // documentation
    "2002::/16", // 6to4, which holds an IPv4 address
    "2620:4f:8000::/48", // AS112
    "3fff::/20" // documentation
  ],
  "ipv6"
)

/** True for the address of a site on the public Internet; false for anything else, valid or not. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !closedIpv4.check(address, "ipv4")
  if (!isIPv6(address) || address.includes("%")) return false
  return globalIpv6.check(address, "ipv6") && !closedIpv6.check(address, "ipv6")
}
