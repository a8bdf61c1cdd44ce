import { HttpApiError } from "@effect/platform"
import { Effect, Schema } from "effect"
import { parseJson } from "../../wire/Body.ts"
import { RequestContext } from "../../wire/RequestContext.ts"

/** Decodes the body of the request, which may be absent: then every member of it is. */
export const optionalBody = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema)
  return Effect.flatMap(RequestContext, ({ body }) => (body === "" ? Effect.succeed({}) : parseJson(body))).pipe(
    Effect.flatMap(decode),
    Effect.catchTag("ParseError", HttpApiError.HttpApiDecodeError.refailParseError)
  )
}
