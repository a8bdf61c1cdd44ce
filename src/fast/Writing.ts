import type { IncomingMessage, ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"
import type { Option } from "effect"
import { utf8 } from "../http/Body.ts"
import { textOf } from "../http/EntityTag.ts"
import type { Bytes } from "./KeptAnswers.ts"

/** Writes an answer as platform does. Those of the endpoints here are text, bytes, or nothing. */
export const write = (response: ServerResponse, answer: HttpServerResponse.HttpServerResponse) => {
  if (response.writableEnded || response.destroyed) return
  response.writeHead(answer.status, answer.headers)
  const { body } = answer
  response.end(body._tag === "Uint8Array" ? body.body : textOf(answer)) // text goes out together with the head, in one write
}

/** Writes kept bytes, with what is new in them. */
export const writeKept = (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { after, before }: Bytes,
  part: string | undefined
) => {
  response.writeHead(200, headers)
  response.end(part === undefined || after === undefined ? before : Buffer.concat([before, Buffer.from(part), after]))
}

/** Reads a body whose length is known to be small, and calls `then` with its text (`utf8`) once all of it has come. */
export const readBody = (request: IncomingMessage, then: (body: Option.Option<string>) => void) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.once("end", () => then(utf8(Buffer.concat(chunks))))
}
