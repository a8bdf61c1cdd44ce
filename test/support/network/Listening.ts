import type { Server } from "node:http"
import { Effect } from "effect"

/** Lets a server listen on a free port until the scope ends, which cuts its connections. Gives its URL. */
export const listening = (server: Server) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    () => {
      const address = server.address()
      return `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`
    }
  )
