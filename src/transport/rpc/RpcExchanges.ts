import { HttpServerResponse } from "@effect/platform"
import { RpcServer } from "@effect/rpc"
import { constEof, type FromClientEncoded, type FromServerEncoded } from "@effect/rpc/RpcMessage"
import { Chunk, Context, Effect, Either, Layer, Mailbox, Option, type Scope, Stream, Struct } from "effect"
import { CommunityRpcs } from "../../api/tools/CommunityRpcs.ts"
import * as CommunityRpc from "./CommunityRpc.ts"
import type { Call } from "./RpcMessages.ts"

/**
 * The library's RPC server behind a protocol of our own. The library's protocol for HTTP prefers the headers of a message
 * to those of its request, and answers a malformed message with the text of a JavaScript error.
 */
export class RpcExchanges extends Context.Tag("transport/rpc/RpcExchanges")<
  RpcExchanges,
  {
    /** Makes the calls of one body as the caller of its request. Answers come in the order in which the calls end. */
    readonly answer: (
      calls: ReadonlyArray<Call>,
      authorization: string
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, Scope.Scope>
  }
>() {
  static readonly layer = Layer.scoped(RpcExchanges, Effect.gen(make)).pipe(Layer.provide(CommunityRpc.layer))
}

const contentType = "application/ndjson"

const encoder = new TextEncoder()

const lineOf = (answer: FromServerEncoded) => encoder.encode(`${JSON.stringify(answer)}\n`)

const concat = (lines: Chunk.Chunk<Uint8Array>) => new Uint8Array(Buffer.concat(Chunk.toReadonlyArray(lines)))

function* make() {
  const disconnects = yield* Mailbox.make<number>()
  const clients = new Map<number, Mailbox.Mailbox<Uint8Array>>()
  let lastClient = 0
  let write: (client: number, message: FromClientEncoded) => Effect.Effect<void> = () => Effect.void

  const protocol = yield* RpcServer.Protocol.make((writeRequest) => {
    write = writeRequest
    return Effect.succeed({
      disconnects,
      send: (client, answer) => Effect.suspend(() => clients.get(client)?.offer(lineOf(answer)) ?? Effect.void),
      end: (client) => Effect.suspend(() => clients.get(client)?.end ?? Effect.void),
      clientIds: Effect.sync(() => new Set(clients.keys())),
      initialMessage: Effect.succeedNone,
      supportsAck: false,
      supportsTransferables: false,
      supportsSpanPropagation: true
    })
  })
  yield* RpcServer.make(CommunityRpcs, { disableFatalDefects: true }).pipe(
    Effect.provideService(RpcServer.Protocol, protocol),
    Effect.interruptible,
    Effect.forkScoped
  )

  const answer = Effect.fnUntraced(
    function* (calls: ReadonlyArray<Call>, authorization: string) {
      const client = ++lastClient
      const span = yield* Effect.option(Effect.currentParentSpan)
      const parent = Option.match(span, { onNone: () => ({}), onSome: Struct.pick("traceId", "spanId", "sampled") })
      const answers = yield* Mailbox.make<Uint8Array>()
      clients.set(client, answers)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          clients.delete(client)
          disconnects.unsafeOffer(client)
        })
      )
      for (const call of calls) {
        yield* Either.match(call, {
          onLeft: (failure) => answers.offer(lineOf(failure)),
          onRight: (request) =>
            write(client, { ...request, ...parent, _tag: "Request", headers: [["authorization", authorization]] })
        })
      }
      yield* write(client, constEof)
      const [first, isAll] = yield* answers.takeAll
      return isAll
        ? HttpServerResponse.uint8Array(concat(first), { contentType })
        : HttpServerResponse.stream(Stream.concat(Stream.fromChunk(first), Mailbox.toStream(answers)), { contentType })
    },
    Effect.interruptible,
    Effect.withUnhandledErrorLogLevel(Option.none())
  )

  return RpcExchanges.of({ answer })
}
