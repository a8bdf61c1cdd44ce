import { networkInterfaces } from "node:os"
import { HttpServer } from "@effect/platform"
import { Effect, Layer, Option } from "effect"
import { instanceUrl } from "../../../Config.ts"
import { Instances } from "../../../services/Instances.ts"
import { ForwardingSecret } from "../../wire/Forwarding.ts"

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
const ownAddress = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const given = yield* instanceUrl
  if (given !== undefined) return Option.some(given)
  if (address._tag !== "TcpAddress") return Option.none()
  const name = isWildcard(address.hostname) ? (machineAddress() ?? "127.0.0.1") : address.hostname
  return Option.some(`http://${name.includes(":") ? `[${name}]` : name}:${address.port}`)
})

/** Tells the other instances where they reach this one, once it listens. */
export const announced = Layer.effectDiscard(
  Effect.gen(function* () {
    const instances = yield* Instances
    const { value: secret } = yield* ForwardingSecret
    const url = yield* ownAddress
    yield* Effect.catchAll(
      Effect.transposeMapOption(url, (url) => instances.announce({ url, secret })),
      () => Effect.logWarning("other instances do not know the address of this one yet: the database does not answer")
    )
  })
).pipe(Layer.provide(ForwardingSecret.layer))
