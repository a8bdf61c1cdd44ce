import { createServer, type IncomingHttpHeaders } from "node:http"
import { Effect } from "effect"
import { listening } from "../network/Listening.ts"
import { decrypted, newDevice, type PushDevice } from "./PushDevice.ts"

/** A message as its device shows it. */
export interface Shown {
  readonly web_push: number
  readonly notification: {
    readonly title: string
    readonly body: string
    readonly navigate: string
    readonly lang: string
  }
}

export interface Delivered {
  readonly headers: IncomingHttpHeaders
  readonly bytes: number
  readonly shown: Shown
}

/**
 * A push service on this machine until the scope ends. Each device has an endpoint, opens what it is sent, and may
 * answer with another status than 201.
 */
export const pushService = Effect.gen(function* () {
  const devices: Array<{ readonly device: PushDevice; readonly delivered: Array<Delivered>; tries: number }> = []
  const answers = new Map<string, { readonly status: number; readonly headers?: Record<string, string> } | "silence">()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      const at = devices[Number(path.slice(1))]
      const answer = answers.get(path) ?? { status: at === undefined ? 404 : 201 }
      if (at !== undefined) at.tries++
      if (answer === "silence") return
      const body = Buffer.concat(chunks)
      if (answer.status === 201 && at !== undefined) {
        const shown = JSON.parse(decrypted(at.device, body)) as Shown
        at.delivered.push({ headers: request.headers, bytes: body.length, shown })
      }
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  const url = yield* listening(server)
  /** A new device: what its browser sends to subscribe it, and what it has been sent. */
  const device = () => {
    const made = newDevice()
    const path = `/${devices.length}`
    const state = { device: made, delivered: [] as Array<Delivered>, tries: 0 }
    devices.push(state)
    return {
      subscription: { endpoint: `${url}${path}`, keys: made.keys, device: "phone" },
      delivered: state.delivered,
      tries: () => state.tries,
      answer: (status: number | "silence", headers: Record<string, string> = {}) =>
        void answers.set(path, status === "silence" ? status : { status, headers })
    }
  }
  return { device }
})
