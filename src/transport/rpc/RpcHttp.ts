import type { Writable } from "node:stream"
import { HttpServerRequest, type HttpServerResponse } from "@effect/platform"
import { Rpc, RpcSerialization, RpcServer } from "@effect/rpc"
import type { RequestEncoded } from "@effect/rpc/RpcMessage"
import { Context, Effect, Either, Layer, Option, Predicate, Schema, Stream } from "effect"
import { CommunityRpcs, FollowNotifications, RpcCaller } from "../../api/tools/CommunityRpcs.ts"
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
import { begun, CurrentExchange, drained, type Exchange, writeChunk } from "../http/Exchanges.ts"
import { operations } from "../http/HandlerRegistry.ts"
import { ToolHandlers } from "../tools/ToolHandlers.ts"
import { Heartbeat } from "../wire/Heartbeat.ts"

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
 * Parses the calls of a body: calls for the library, of which an invalid one has become one of `RefuseCall`, and none
 * has headers, which the library would prefer to those of the request. Fails for a message without an id of its own.
 */
const checkedCalls = (lines: ReturnType<typeof linesOf>) => {
  if (lines.length === 0 || lines.length > maxRpcCalls) {
    return Either.left(new BadRequest({ message: `the body must hold 1 to ${maxRpcCalls} calls, one in a line` }))
  }
  const usedIds = new Set<bigint>()
  return Either.map(Either.all(lines.map(({ number, text }) => messageOf(text, number, usedIds))), (messages) =>
    messages.map((sent) => {
      const mistake = mistakeOf(sent)
      const { id, payload, tag }: { readonly id: string } & Message = sent
      return mistake === undefined
        ? { _tag: "Request", id, tag, payload, headers: [] }
        : { _tag: "Request", id, tag: RefuseCall._tag, payload: { message: mistake }, headers: [] }
    })
  )
}

type Calls = Either.Either.Right<ReturnType<typeof checkedCalls>>

/** A request with calls as the library reads it, with its credential and no other header. */
const requestOf = (calls: Calls, authorization: string) => {
  const body = calls.map((call) => `${JSON.stringify(call)}\n`).join("")
  return HttpServerRequest.fromWeb(
    new Request("http://localhost/api/rpc", { method: "POST", body, headers: { authorization } })
  )
}

/** The headers of a response that may be open for hours: no proxy buffers it. */
const followedHeaders = {
  "content-type": RpcSerialization.ndjson.contentType,
  "cache-control": "no-store",
  "x-accel-buffering": "no"
}

/** The beat of a response is a space, which readers of JSON skip: an empty line is none of the library's messages. */
export const beatingOn = (response: Writable) => ({
  beat: () => {
    if (!response.writableNeedDrain && !response.writableEnded) response.write(" ")
  }
})

/** Begins the response of a body that follows something before the library does, which waits for the first message. */
const beginFollowed = (exchange: Exchange, heartbeat: Heartbeat["Type"]) => {
  const response = exchange.beginStream(followedHeaders)
  response.setMaxListeners(0) // each call of the body may wait for the client
  response.uncork()
  const beating = beatingOn(response)
  heartbeat.add(beating)
  response.once("close", () => heartbeat.remove(beating))
  return response
}

/** Sends a response of the library that is a stream, as fast as the client reads, on `followed` if that has begun. */
const streamed = (exchange: Exchange, whole: HttpServerResponse.HttpServerResponse, followed?: Exchange["response"]) =>
  Effect.suspend(() => {
    const { body, headers } = whole
    const isBytes = body._tag === "Uint8Array"
    if (body._tag !== "Stream" && !(isBytes && followed)) return Effect.succeed(whole)
    const response = followed ?? exchange.beginStream(headers)
    response.uncork()
    const parts = isBytes ? Stream.make(body.body) : Stream.orDie(body.stream)
    return Effect.map(
      Stream.runForEach(parts, (bytes) => writeChunk(response, bytes)),
      () => {
        response.end()
        return begun
      }
    )
  })

const make = Effect.gen(function* () {
  const limits = yield* RateLimits
  const heartbeat = yield* Heartbeat
  const answer = yield* RpcServer.toHttpApp(CommunityRpcs.add(RefuseCall), { disableFatalDefects: true })

  return Effect.fnUntraced(function* (body: string) {
    const exchange = yield* CurrentExchange
    const lines = linesOf(body)
    const count = lines.length > maxRpcCalls ? 1 : Math.max(1, lines.length)
    yield* countMessages(limits, yield* CurrentUser, count)
    const calls = yield* checkedCalls(lines)
    const request = requestOf(calls, exchange.header("authorization") ?? "")
    const isFollowed = calls.some(({ tag }) => tag === FollowNotifications._tag)
    const followed = isFollowed ? beginFollowed(exchange, heartbeat) : undefined
    const response = yield* Effect.provideService(answer, HttpServerRequest.HttpServerRequest, request)
    return yield* streamed(exchange, response, followed)
  })
})

/** `POST /api/rpc`: the library's own server after one guard, which counts and checks the calls of a body. */
export const { layer } = operations("rpc", make, (call) => ({ call: ({ body = "" }) => Effect.scoped(call(body)) }))

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
 * The notifications of the caller. Opening them counts as one read. The library takes all that there are: the next ones
 * are given to it when the client has been sent those before.
 */
const followNotifications = Effect.gen(function* () {
  const feed = yield* NotificationFeed
  const limits = yield* RateLimits

  return ({ after }: { readonly after: Option.Option<number> }) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        yield* requireScope("notifications")
        yield* limits.admit(["read"], subjectOf(yield* CurrentUser))
        const { response } = yield* CurrentExchange
        const isSent = Effect.zipRight(Effect.yieldNow(), drained(response))
        return Stream.mapChunksEffect(yield* feed.follow(after), (notifications) => Effect.as(isSent, notifications))
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
