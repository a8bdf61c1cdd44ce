import {
  HttpClient,
  HttpClientError,
  HttpClientRequest,
  HttpClientResponse,
  HttpIncomingMessage
} from "@effect/platform"
import { Effect, Inspectable, type ParseResult, Redacted, Schema, type SchemaAST, Stream } from "effect"
import { BadRequest } from "../api/WireErrors.ts"
import { authorizationOf } from "../domain/accounts/Credential.ts"
import { InvalidInput } from "../domain/Issues.ts"

/** A session token or an API key. */
export type Credential = string | Redacted.Redacted

/** The header that carries a credential; none where there is none, or an empty one. */
const headerOf = (credential: Credential | undefined): string | undefined => {
  const secret = typeof credential === "string" ? Redacted.make(credential) : credential
  return secret === undefined || Redacted.value(secret) === "" ? undefined : authorizationOf(secret)
}

/** A response to the request as it was before it got the credential, as have the failures to read its body. */
const answerTo = (
  request: HttpClientRequest.HttpClientRequest,
  sent: HttpClientResponse.HttpClientResponse
): HttpClientResponse.HttpClientResponse => {
  const { cookies, headers, remoteAddress, status } = sent
  const without = (error: HttpClientError.ResponseError) =>
    new HttpClientError.ResponseError({ ...error, request, response })
  const read = <A>(body: Effect.Effect<A, HttpClientError.ResponseError>) => Effect.mapError(body, without)
  const toJSON = () => ({ _id: "HttpClientResponse", request: request.toJSON(), status })
  const response: HttpClientResponse.HttpClientResponse = {
    [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId,
    [HttpClientResponse.TypeId]: HttpClientResponse.TypeId,
    request,
    status,
    headers,
    cookies,
    remoteAddress,
    stream: Stream.mapError(
      Stream.suspend(() => sent.stream),
      without
    ),
    json: read(Effect.suspend(() => sent.json)),
    text: read(Effect.suspend(() => sent.text)),
    urlParamsBody: read(Effect.suspend(() => sent.urlParamsBody)),
    formData: read(Effect.suspend(() => sent.formData)),
    arrayBuffer: read(Effect.suspend(() => sent.arrayBuffer)),
    toJSON,
    toString: () => Inspectable.format(toJSON()),
    [Inspectable.NodeInspectSymbol]: toJSON
  }
  return response
}

/**
 * Sends requests with a credential, in the last step: so no failure has it, which a program may log. Failures and
 * responses have the request as it was before.
 */
export const withCredential = (client: HttpClient.HttpClient, credential: Credential | undefined) => {
  const authorization = headerOf(credential)
  if (authorization === undefined) return client
  const isTold = (cause: unknown) => String(cause).includes(authorization) // of a header that cannot be sent
  const send = (request: HttpClientRequest.HttpClientRequest) =>
    client.execute(HttpClientRequest.setHeader(request, "authorization", authorization)).pipe(
      Effect.map((response) => answerTo(request, response)),
      Effect.mapError((error) =>
        error._tag === "RequestError"
          ? new HttpClientError.RequestError({
              ...error,
              request,
              cause: isTold(error.cause) ? undefined : error.cause
            })
          : new HttpClientError.ResponseError({ ...error, request, response: answerTo(request, error.response) })
      )
    )
  return HttpClient.makeWith<HttpClientError.HttpClientError, never, HttpClientError.HttpClientError, never>(
    Effect.flatMap(send),
    Effect.succeed
  )
}

/** The failure of a request that does not fit the definition. It was not sent. */
export const notSent = (error: ParseResult.ParseError) => new BadRequest({ message: InvalidInput.of(error).message })

/** Decodes the body of a call, which is as on the wire; one that is decoded already stays as it is. */
export const decodedBody = ({ ast }: { readonly ast: SchemaAST.AST }) => {
  const schema = Schema.make<unknown>(ast)
  const isDecoded = Schema.is(Schema.typeSchema(schema))
  const decode = Schema.decodeUnknown(schema)
  return (body: unknown): Effect.Effect<unknown, BadRequest> =>
    isDecoded(body) ? Effect.succeed(body) : Effect.mapError(decode(body), notSent)
}
