import { Config } from "effect"
import { communityName, isLoopback, port, publicUrl, unnamedCommunity } from "../../../Config.ts"
import type { RelyingParty } from "../../../domain/accounts/Passkey.ts"

/**
 * The site that passkeys are for. Browsers know no passkeys for addresses, so on this machine it is `localhost`, under
 * all its names.
 */
export const relyingParty = Config.all([publicUrl, port, communityName]).pipe(
  Config.map(([url, number, name = unnamedCommunity]): RelyingParty => {
    const { hostname, origin, port } = new URL(url)
    if (!isLoopback(hostname) && hostname !== "0.0.0.0") return { id: hostname, name, origins: [origin] }
    const names = ["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port || number}`)
    return { id: "localhost", name, origins: [origin, ...names] }
  })
)
