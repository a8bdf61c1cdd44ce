import { createServer } from "node:net"
import { HttpServerError } from "@effect/platform"
import { Effect } from "effect"

/** Fails as listening there would fail: a check before anything costly is made. Port 0 is always free. */
export const isFree = ({ host, port }: { readonly host: string; readonly port: number }) =>
  Effect.async<void, HttpServerError.ServeError>((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(new HttpServerError.ServeError({ cause }))))
    server.listen(port, host, () => server.close(() => resume(Effect.void)))
  })
