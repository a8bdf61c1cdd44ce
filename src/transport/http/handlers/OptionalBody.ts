import { HttpApiError, type HttpServerRequest } from "@effect/platform"
import { Effect, Schema } from "effect"

/** Gives a function that decodes a body, which may be absent: then every member of it is. */
export const optionalBody = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema)
  return (request: HttpServerRequest.HttpServerRequest) =>
    Effect.orDie(Effect.flatMap(request.text, (text) => (text === "" ? Effect.succeed({}) : request.json))).pipe(
      Effect.flatMap(decode),
      Effect.catchTag("ParseError", HttpApiError.HttpApiDecodeError.refailParseError)
    )
}
