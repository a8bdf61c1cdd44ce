import dns from "node:dns"
import dnsPromises from "node:dns/promises"
import http from "node:http"
import https from "node:https"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
import { Effect } from "effect"
import { vi } from "vitest"
import { recordOf } from "../Wire.ts"

/** The functions of Node that open a connection or look a name up. */
const openers: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
  [globalThis, ["fetch"]],
  [http, ["request", "get"]],
  [https, ["request", "get"]],
  [net, ["connect", "createConnection"]],
  [net.Socket.prototype, ["connect"]],
  [dns, ["lookup", "resolve", "resolve4", "resolve6"]],
  [dns.Resolver.prototype, ["resolve", "resolve4", "resolve6"]],
  [dnsPromises, ["lookup", "resolve", "resolve4", "resolve6"]],
  [dnsPromises.Resolver.prototype, ["resolve", "resolve4", "resolve6"]]
]

/** The code that may reach other servers: the port Outgoing with its look-ups of names, and the client of the operator's mail server. */
const mayConnect = /\/src\/adapters\/node\/(OutgoingHttp|NameResolvers)\.ts|\/node_modules\/nodemailer\//

/** The server that a call names: an origin, or a host and its port. */
const targetOf = ([first, second]: ReadonlyArray<unknown>): string => {
  if (Array.isArray(first)) return targetOf(first)
  if (first instanceof Request) return new URL(first.url).host
  if (first instanceof URL || typeof first === "string")
    return URL.canParse(first) ? new URL(first).host : String(first)
  if (typeof first === "number") return `${second}:${first}`
  const { host, hostname = host, path, port } = recordOf(first)
  return hostname === undefined ? String(path) : `${hostname}:${port}`
}

/**
 * Watches what this process connects to, until the scope ends. A call that neither comes from code that may connect nor
 * goes to `own`, the server under test, throws and is kept.
 */
export const strayConnections = (own: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const stray: Array<string> = []
      const depth = Error.stackTraceLimit
      Error.stackTraceLimit = 50
      const watch = (owner: object, name: string) => {
        const original: unknown = Reflect.get(owner, name)
        if (typeof original !== "function") return undefined
        return vi.spyOn(owner as Record<string, () => unknown>, name).mockImplementation(function (
          this: unknown,
          ...given: ReadonlyArray<unknown>
        ) {
          const target = targetOf(given)
          if (target !== own && !mayConnect.test(new Error().stack ?? "")) {
            stray.push(`${name} ${target}`)
            throw new Error(`a connection from elsewhere than Outgoing: ${name} ${target}`)
          }
          return Reflect.apply(original, this, given)
        })
      }
      const watched = openers.flatMap(([owner, names]) => names.map((name) => watch(owner, name)))
      syncBuiltinESMExports()
      const restore = () => {
        for (const one of watched) one?.mockRestore()
        Error.stackTraceLimit = depth
        syncBuiltinESMExports()
      }
      return { stray, restore }
    }),
    ({ restore }) => Effect.sync(restore)
  )
