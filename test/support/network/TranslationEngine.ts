import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"

/** A request of the protocol of LibreTranslate. */
export interface EngineRequest {
  readonly q: ReadonlyArray<string>
  readonly source: string
  readonly target: string
  readonly format: string
  readonly api_key?: string
}

/** What an engine answers with: a status and a text; undefined for silence until its client leaves. */
type Answer = readonly [status: number, text: string] | undefined

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const part of request.setEncoding("utf8")) text += part
  return text
}

/** An answer whose texts are made from those that were sent. */
export const texts =
  (change: (text: string) => string) =>
  ({ q }: EngineRequest): Answer => [200, JSON.stringify({ translatedText: q.map(change) })]

/** An engine of a test, over a real socket: by default it puts the target before each text. */
export const startEngine = async () => {
  const usual = (request: EngineRequest) => texts((text) => `${request.target}:${text}`)(request)
  const engine = {
    requests: [] as EngineRequest[],
    answer: usual as (request: EngineRequest) => Answer | Promise<Answer>,
    /** How long it takes. */
    millis: 0,
    reset: () => {
      engine.answer = usual
      engine.millis = 0
      engine.requests = []
    },
    url: "",
    close: () => new Promise((done) => server.close(done))
  }
  const server = createServer((request, response) => {
    void textOf(request).then(async (text) => {
      const sent: EngineRequest = JSON.parse(text)
      engine.requests.push(sent)
      await setTimeout(engine.millis)
      const answer =
        request.url === "/translate" && request.method === "POST" ? await engine.answer(sent) : ([404, ""] as const)
      if (answer !== undefined) response.writeHead(answer[0], { "content-type": "application/json" }).end(answer[1])
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  engine.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return engine
}
