import { HttpServer } from "@effect/platform"
import { Layer } from "effect"

/** The server at a URL, for clients that ask for the server under test. */
export const serverAt = (url: string) => {
  const { hostname, port } = new URL(url)
  return Layer.succeed(
    HttpServer.HttpServer,
    HttpServer.make({
      address: { _tag: "TcpAddress", hostname, port: Number(port) },
      serve: () => {
        throw new Error("this server is another process")
      }
    })
  )
}
