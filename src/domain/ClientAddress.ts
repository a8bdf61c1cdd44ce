import { Context } from "effect"

/**
 * Where a request comes from, as limits count it: an IPv4 address, or the /64 of an IPv6 one.
 * Provided by the transport, which alone knows which proxies to believe.
 */
export class ClientAddress extends Context.Tag("domain/ClientAddress")<ClientAddress, string>() {}
