import { HttpServerRequest, type HttpServerResponse } from "@effect/platform"
import { Rpc, RpcSerialization, RpcServer } from "@effect/rpc"
import type { RequestEncoded } from "@effect/rpc/RpcMessage"
import { Context, Effect, Either, Layer, Option, Predicate, Schema, Stream } from "effect"
import { CommunityRpcs, RpcCaller } from "../../api/tools/CommunityRpcs.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { secretOf } from "../../domain/accounts/Credential.ts"
import { CurrentUser, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { InvalidInput } from "../../domain/Issues.ts"
import { maxRpcCalls } from "../../domain/Limits.ts"
import { jsonInOneLine } from "../../domain/OneLine.ts"
import { PostReader, readerOf } from "../../domain/posts/Audience.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { requireScope } from "../../services/accounts/Policy.ts"
import { NotificationFeed } from "../../services/notifications/NotificationFeed.ts"
import { RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { countMessages } from "../http/Admission.ts"
import { answerDefects } from "../http/Errors.ts"
import { begun, CurrentExchange, type Exchange, writeChunk } from "../http/Exchanges.ts"
import { handlers } from "../http/HandlerRegistry.ts"
import { ToolHandlers } from "../tools/ToolHandlers.ts"

/** The maximum number of characters of an unknown RPC procedure's name that an error repeats. */
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
  return Either.isLeft(decoded) ? InvalidInput.of(decoded.left).message : undefined
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
 * Parses the calls of a body: a body for the library in which an invalid call has become one of `RefuseCall`, and no
 * message has headers, which the library would prefer to those of the request. Fails for a message without an id of its
 * own.
 */
const checkedBody = (lines: ReturnType<typeof linesOf>): Either.Either<string, BadRequest> => {
  if (lines.length === 0 || lines.length > maxRpcCalls) {
    return Either.left(new BadRequest({ message: `the body must hold 1 to ${maxRpcCalls} calls, one in a line` }))
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
    const written = Stream.runForEach(Stream.orDie(body.stream), (bytes) => writeChunk(response, bytes))
    return Effect.map(written, () => {
      response.end()
      return begun
    })
  })

const make = Effect.gen(function* () {
  const limits = yield* RateLimits
  const answer = yield* RpcServer.toHttpApp(CommunityRpcs.add(RefuseCall), { disableFatalDefects: true })

  return Effect.fnUntraced(function* (body: string) {
    const exchange = yield* CurrentExchange
    const lines = linesOf(body)
    const count = lines.length > maxRpcCalls ? 1 : Math.max(1, lines.length)
    yield* countMessages(limits, yield* CurrentUser, count)
    const request = requestOf(yield* checkedBody(lines), exchange.header("authorization") ?? "")
    const response = yield* Effect.provideService(answer, HttpServerRequest.HttpServerRequest, request)
    return yield* streamed(exchange, response)
  })
})

/** `POST /api/rpc`: the library's own server after one guard, which counts and checks the calls of a body. */
export const layer = handlers("rpc", make, (call) => ({ call: ({ body }) => Effect.scoped(call(body)) }))

/** The library's lines of JSON, of which each is one line for every reader. */
const lineSerialization = RpcSerialization.RpcSerialization.of({
  ...RpcSerialization.ndjson,
  unsafeMake: () => {
    const parser = RpcSerialization.ndjson.unsafeMake()
    return {
      decode: parser.decode,
      encode: (response) => {
        const line = parser.encode(response)
        return typeof line === "string" ? jsonInOneLine(line) : line
      }
    }
  }
})

/** The library's own parts: the procedure that refuses a call, and the format of its messages. */
export const library = Layer.merge(
  CommunityRpcs.add(RefuseCall).toLayerHandler("refuse_call", (payload) => new BadRequest(payload)),
  Layer.succeed(RpcSerialization.RpcSerialization, lineSerialization)
)

/** Each call is made by the member whom the credential of its request names now. Defects are logged, not sent. */
const caller = Layer.effect(
  RpcCaller,
  Effect.map(Credentials, (credentials) =>
    RpcCaller.of(({ headers, next, rpc }) =>
      Effect.mapError(secretOf(headers["authorization"]), () => new NotSignedIn()).pipe(
        Effect.flatMap(credentials.activeUserOf),
        Effect.flatMap((user) =>
          Effect.provide(
            next,
            Context.make(CurrentUser, user).pipe(Context.add(PostReader, readerOf(Option.some(user))))
          )
        ),
        answerDefects("a procedure", Effect.die("internal error"), { procedure: rpc._tag })
      )
    )
  )
)

/**
 * The maximum number of notifications of one call of `follow_notifications`. The server buffers them for a client that
 * does not read, so there is a limit; a client continues by a call after the last one.
 */
const maxFollowed = 256

/** The notifications of the caller. Opening them counts as one read. */
const followNotifications = Effect.gen(function* () {
  const feed = yield* NotificationFeed
  const limits = yield* RateLimits

  return ({ after }: { readonly after: Option.Option<number> }) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        yield* requireScope("notifications")
        yield* limits.admit(["read"], subjectOf(yield* CurrentUser))
        return Stream.take(yield* feed.follow(after), maxFollowed)
      })
    )
})

/** The procedures of RPC: the handlers of the tools, whose domain errors are sent as they are. */
export const procedures = CommunityRpcs.toLayer(
  Effect.gen(function* () {
    const tools = yield* ToolHandlers
    return { ...tools, follow_notifications: yield* followNotifications }
  })
).pipe(Layer.merge(caller))
