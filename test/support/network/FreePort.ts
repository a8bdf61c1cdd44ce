import { createServer } from "node:net"
import { Effect } from "effect"

/**
 * Below the ports that the system gives to connections, which would take that of a server while it is restarted. Processes
 * that run side by side begin apart.
 */
let port = 12_000 + ((process.pid * 16) % 15_000)

/** A port that nobody listens on, and that a server can have again after each restart. */
export const findFreePort = async (): Promise<number> => {
  const candidate = ++port
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false))
    server.listen(candidate, "127.0.0.1", () => server.close(() => resolve(true)))
  })
  return isFree ? candidate : findFreePort()
}

/** The same as an effect. */
export const freePort = Effect.promise(findFreePort)
