import { HttpApiBuilder, HttpServerRequest, type HttpServerResponse } from "@effect/platform"
import { Rpc, RpcSerialization, RpcServer } from "@effect/rpc"
import type { RequestEncoded } from "@effect/rpc/RpcMessage"
import { Effect, Either, Layer, ParseResult, Predicate, Schema, Stream } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { CommunityRpcs } from "../../api/tools/CommunityRpcs.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { describeIssues } from "../../domain/Issues.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { countMessages } from "../http/Admission.ts"
import { begun, CurrentExchange, type Exchange, writeChunk } from "../http/Exchanges.ts"
import { registerHandlers } from "../http/HandlerRegistry.ts"

/** The most calls of one body. */
const maxCalls = 20

/** The most characters of a procedure's name that an error repeats. */
const maxTagCharacters = 100

/** The ids of the library: decimal numbers, which its clients count from 0. */
const idPattern = /^\d{1,40}$/

/** Fails with its payload: the library answers a call that is not valid by a call of this procedure. */
const RefuseCall = Rpc.make("refuse_call", { payload: { message: Schema.String }, error: BadRequest })

/** Decode payloads before the library does, which answers an invalid one by a defect. */
const decoders = new Map(
  Array.from(CommunityRpcs.requests.values(), ({ _tag, payloadSchema }) => [
    String(_tag),
    Schema.decodeUnknownEither(Schema.make<unknown>(payloadSchema.ast))
  ])
)

type Message = { readonly [Name in keyof RequestEncoded]?: unknown }

/** The mistake of a call; undefined for a valid one. */
const mistakeOf = ({ _tag, payload, tag }: Message): string | undefined => {
  if (_tag !== "Request") return "_tag must be Request"
  if (typeof tag !== "string") return "tag must name a procedure"
  const decode = decoders.get(tag)
  if (decode === undefined) return `there is no procedure ${tag.slice(0, maxTagCharacters)}`
  const decoded = decode(payload)
  return Either.isLeft(decoded) ? describeIssues(ParseResult.ArrayFormatter.formatErrorSync(decoded.left)) : undefined
}

/** Parses a line: its message, which has an id of its own. */
const messageOf = (line: string, number: number, usedIds: Set<bigint>) => {
  const refuse = (message: string) => Either.left(new BadRequest({ message: `line ${number} ${message}` }))
  const json = Either.try<unknown, undefined>({ try: () => JSON.parse(line), catch: () => undefined })
  if (Either.isLeft(json)) return refuse("is not valid JSON")
  const message = json.right
  if (!Predicate.isRecord(message)) return refuse("is not an RPC message: send a JSON object")
  const { id } = message
  if (typeof id !== "string" || !idPattern.test(id)) {
    return refuse("is not an RPC message: its id must be a text of 1 to 40 digits")
  }
  if (usedIds.has(BigInt(id))) return refuse("has the id of another call")
  usedIds.add(BigInt(id))
  return Either.right({ ...message, id })
}

/** The lines of a body that hold a call, with their numbers. */
const linesOf = (body: string) =>
  body.split("\n").flatMap((text, index) => (text.trim() === "" ? [] : [{ text, number: index + 1 }]))

/**
 * Parses the calls of a body: a body for the library in which an invalid call has become one of `RefuseCall`, and no message
 * has headers, which the library would prefer to those of the request. Fails for a message without an id of its own.
 */
const checkedBody = (lines: ReturnType<typeof linesOf>): Either.Either<string, BadRequest> => {
  if (lines.length === 0 || lines.length > maxCalls) {
    return Either.left(new BadRequest({ message: `the body must hold 1 to ${maxCalls} calls, one in a line` }))
  }
  const usedIds = new Set<bigint>()
  return Either.map(Either.all(lines.map(({ number, text }) => messageOf(text, number, usedIds))), (messages) => {
    const calls = messages.map((sent) => {
      const mistake = mistakeOf(sent)
      const { id, payload, tag }: { readonly id: string } & Message = sent
      return mistake === undefined
        ? { _tag: "Request", id, tag, payload, headers: [] }
        : { _tag: "Request", id, tag: RefuseCall._tag, payload: { message: mistake }, headers: [] }
    })
    return calls.map((call) => `${JSON.stringify(call)}\n`).join("")
  })
}

/** The body of a request as the library reads it, with its credential and no other header. */
const requestOf = (body: string, authorization: string) =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/api/rpc", { method: "POST", body, headers: { authorization } })
  )

/** Sends a response of the library that is a stream, as fast as the client reads. */
const streamed = (exchange: Exchange, whole: HttpServerResponse.HttpServerResponse) =>
  Effect.suspend(() => {
    const { body, headers } = whole
    if (body._tag !== "Stream") return Effect.succeed(whole)
    const response = exchange.beginStream(headers)
    response.uncork()
    const written = Stream.runForEach(body.stream, (bytes) => writeChunk(response, bytes))
    return Effect.map(written, () => {
      response.end()
      return begun
    })
  })

/** `POST /api/rpc`: the library's own server after one guard, which counts and checks the calls of a body. */
export const layer = HttpApiBuilder.group(CommunityApi, "rpc", (handlers) =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const answer = yield* RpcServer.toHttpApp(CommunityRpcs.add(RefuseCall), { disableFatalDefects: true })

    const call = Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const lines = linesOf(exchange.state.body)
      const count = lines.length > maxCalls ? 1 : Math.max(1, lines.length)
      yield* countMessages(limits, yield* CurrentUser, count)
      const request = requestOf(yield* checkedBody(lines), exchange.header("authorization") ?? "")
      const response = yield* Effect.provideService(answer, HttpServerRequest.HttpServerRequest, request)
      return yield* streamed(exchange, response)
    })
    return yield* registerHandlers(handlers.handleRaw("call", () => Effect.orDie(Effect.scoped(call))))
  })
)

/** The library's own parts: the procedure that refuses a call, and the format of its messages. */
export const library = Layer.merge(
  CommunityRpcs.add(RefuseCall).toLayerHandler("refuse_call", (payload) => new BadRequest(payload)),
  RpcSerialization.layerNdjson
)
