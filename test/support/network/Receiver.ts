import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { at } from "../Wire.ts"
import { listening } from "./Listening.ts"

interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const part of request.setEncoding("utf8")) text += part
  return text
}

const accepts = (response: ServerResponse): void => {
  response.writeHead(204).end()
}

/** A receiver of webhooks on this machine until the scope ends: what it got, and how it answers. */
export const receiver = Effect.gen(function* () {
  const received: Array<Received> = []
  const state = { answer: accepts }
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      received.push({ headers: Object.fromEntries(headers), body })
      state.answer(response)
    })
  })
  const url = `${yield* listening(server)}/hook`
  return {
    url,
    received,
    /** Answers by `answer` from now on. */
    answerBy: (answer: (response: ServerResponse) => void) => {
      state.answer = answer
    },
    /** The messages that the secret verifies, with their types and data; fails for one that it does not. */
    verified: (secret: string) =>
      received.map(({ body, headers }) => {
        const message = new Webhook(secret).verify(body, headers)
        return [at(message, "type"), at(message, "data")]
      })
  }
})
