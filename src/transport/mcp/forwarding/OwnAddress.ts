import { networkInterfaces } from "node:os"
import { HttpServer } from "@effect/platform"
import { Effect, Option } from "effect"
import { instanceUrl } from "../../../Config.ts"

/** The first address by which other machines may reach this one, IPv4 before IPv6. */
const machineAddress = (): string | undefined => {
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  return (outer.find(({ family }) => family === "IPv4") ?? outer.find(({ scopeid }) => scopeid === 0))?.address
}

/** True for an address that stands for all of a machine. */
const isWildcard = (name: string) => name === "0.0.0.0" || name === "::"

/** The URL at which other instances reach this one; none behind a local socket. */
export const ownAddress = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const given = yield* instanceUrl
  if (given !== undefined) return Option.some(given)
  if (address._tag !== "TcpAddress") return Option.none()
  const name = isWildcard(address.hostname) ? (machineAddress() ?? "127.0.0.1") : address.hostname
  return Option.some(`http://${name.includes(":") ? `[${name}]` : name}:${address.port}`)
})
