import { createServer, request } from "node:http"
import { Effect } from "effect"
import { listening } from "./Listening.ts"

/** A proxy of HTTP, closed with the scope: each request goes to the next of the targets in turn, with these headers. */
export const proxyTo = (targets: ReadonlyArray<string>, added: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    /** The number of requests that each target has got. */
    const counts = targets.map(() => 0)
    let turn = 0
    const server = createServer((incoming, outgoing) => {
      const index = turn++ % targets.length
      counts[index] = (counts[index] ?? 0) + 1
      const { headers, method, url = "/" } = incoming
      const target = new URL(url, targets[index])
      const passed = request(target, { method, headers: { ...headers, ...added, host: target.host } }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      passed.on("error", () => outgoing.destroy())
      outgoing.on("close", () => passed.destroy())
      incoming.pipe(passed)
    })
    return { url: yield* listening(server), counts }
  })
