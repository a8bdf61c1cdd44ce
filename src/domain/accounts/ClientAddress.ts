import { Context } from "effect"

/** The IPv4 address of the client, or the /64 of its IPv6 address; the transport knows which proxies to trust. */
export class ClientAddress extends Context.Tag("domain/accounts/ClientAddress")<ClientAddress, string>() {}
