import { createServer } from "node:net"

/** Below the ports that the system gives to connections, which would take that of a server while it is down. */
let port = 12_000 + (process.pid % 15_000)

/** A port that a server can have again after each restart. */
export const keptPort = async (): Promise<number> => {
  const candidate = ++port
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false))
    server.listen(candidate, "127.0.0.1", () => server.close(() => resolve(true)))
  })
  return isFree ? candidate : keptPort()
}
