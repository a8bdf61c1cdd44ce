import { connect } from "node:net"
import { Effect } from "effect"

/** A keep-alive connection: sends text, and waits for text. */
export interface Connection {
  readonly send: (text: string) => Effect.Effect<void>
  /** Waits until the text since the last call matches, and gives it. A defect when the connection ends before. */
  readonly until: (expected: RegExp) => Effect.Effect<string>
}

/** Connects; fails when the server accepts no connection. Closed with the scope. */
export const open = (url: string) =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(url)
    const socket = yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof connect>, Error>((resume) => {
        const connecting = connect({ host: hostname, port: Number(port) })
        connecting.once("connect", () => resume(Effect.succeed(connecting)))
        connecting.once("error", (error) => resume(Effect.fail(error)))
      }),
      (opened) => Effect.sync(() => void opened.destroy())
    )
    let received = ""
    let isOver = false
    let notify = () => {}
    socket.setEncoding("utf8")
    socket.on("data", (text) => {
      received += String(text)
      notify()
    })
    socket.on("error", () => undefined) // `close` follows
    socket.on("close", () => {
      isOver = true
      notify()
    })

    const connection: Connection = {
      send: (text) => Effect.sync(() => void socket.write(text)),
      until: (expected) =>
        Effect.async((resume) => {
          notify = () => {
            if (expected.test(received)) {
              const taken = received
              received = ""
              notify = () => {}
              resume(Effect.succeed(taken))
            } else if (isOver) resume(Effect.die(new Error(`the connection ended after: ${received}`)))
          }
          notify()
        })
    }
    return connection
  })

/** Waits until the server accepts no connection any more. */
export const refusesNew = (url: string) =>
  Effect.scoped(open(url)).pipe(Effect.delay("10 millis"), Effect.forever, Effect.ignore)
