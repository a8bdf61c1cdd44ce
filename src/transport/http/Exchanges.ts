import type { IncomingMessage, ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, Exit, type Fiber, Option, Runtime, Tracer } from "effect"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
import { type ResponseHead, textOf } from "../wire/EntityTag.ts"
import { newRequestState, RequestContext, type RequestState } from "../wire/RequestContext.ts"
import { parseTarget, pathnameOf } from "../wire/RequestTarget.ts"
import { endlessStreamHeaders, writeResponse, writeStreamHead } from "../wire/ResponseWriter.ts"
import { Admission, credentialOf, type Query, type Sender } from "./Admission.ts"
import type { Endpoint } from "./Endpoints.ts"
import { answerFailures, toWireError } from "./Errors.ts"
import { HostGuard } from "./HostGuard.ts"
import { RequestSpans } from "./RequestSpans.ts"
import { bodyBytesOf, type RequestInfo, ResponseFinalizer } from "./ResponseFinalizer.ts"
import { noteUnknownParameters } from "./UnknownParameters.ts"

/** A request that a listener answers without platform's pipeline, and its response. */
export interface Exchange {
  readonly endpoint: Endpoint
  readonly info: RequestInfo
  readonly sender: Sender
  readonly state: RequestState
  readonly response: ServerResponse
}

/** A header as one text, however often it was sent. */
const joinHeader = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value

/** Begins to answer a request; undefined for one that `HostGuard` refuses, which is left to platform. */
const makeBegin = Effect.gen(function* () {
  const addresses = yield* ClientAddresses
  const clock = yield* Effect.clock
  const guard = yield* HostGuard
  const spans = yield* RequestSpans

  return (
    request: IncomingMessage,
    response: ServerResponse,
    endpoint: Endpoint,
    query: Query
  ): Exchange | undefined => {
    if (guard.refusal(request) !== undefined) return undefined
    const { headers, method = "", socket, url = "" } = request
    const addressSource = {
      remoteAddress: Option.fromNullable(socket.remoteAddress),
      headers: {
        "x-forwarded-for": joinHeader(headers["x-forwarded-for"]),
        "x-forwarded-proto": joinHeader(headers["x-forwarded-proto"]),
        "user-agent": headers["user-agent"],
        "x-request-id": joinHeader(headers["x-request-id"]),
        traceparent: joinHeader(headers["traceparent"])
      }
    }
    const state = newRequestState(
      method,
      joinHeader(headers["accept-encoding"]),
      joinHeader(headers["idempotency-key"])
    )
    state.route = endpoint.path
    noteUnknownParameters(state, endpoint, Object.keys(query))
    const info = {
      method,
      pathname: pathnameOf(parseTarget(url).target) || "/",
      origin: headers.origin,
      ifNoneMatch: headers["if-none-match"],
      startedAt: clock.unsafeCurrentTimeMillis(),
      source: addressSource
    }
    spans.begin(info, state)
    return {
      endpoint,
      info,
      sender: {
        secret: credentialOf(endpoint, headers.authorization, query),
        address: () => addresses.of(addressSource),
        isPlain: () => addresses.isPlain(addressSource)
      },
      state,
      response
    }
  }
})

const noServices = Context.empty()

/**
 * Runs effects of an exchange in fibers of their own. A defect is logged, and its client is disconnected. Each fiber begins
 * with the services that its effect needs and no others: to provide them later would copy all of them.
 */
const forkWith = (runtime: Runtime.Runtime<never>) => {
  const runFork = Runtime.runFork(runtime)

  const guarded = ({ response }: Exchange, run: () => void) => {
    try {
      run()
    } catch (defect) {
      runFork(Effect.logError("unexpected failure", defect))
      response.destroy()
    }
  }

  const fork = <A, E, R>(
    exchange: Exchange,
    effect: Effect.Effect<A, E, R>,
    services: Context.Context<R>,
    then: (exit: Exit.Exit<A, E>) => void
  ): Fiber.RuntimeFiber<A, E> => {
    const { state } = exchange
    const stated = Context.add(services, RequestContext, state)
    const context = state.span === undefined ? stated : Context.add(stated, Tracer.ParentSpan, state.span)
    const fiber = Runtime.runFork(Runtime.make({ ...runtime, context }), effect)
    fiber.addObserver((exit) => guarded(exchange, () => then(exit)))
    return fiber
  }

  return { fork, guarded, runFork }
}

/** Counts and logs responses. A stream is counted when it begins, and logged when it ends. */
const makeRecords = (finalizer: ResponseFinalizer["Type"], runFork: (line: Effect.Effect<void>) => unknown) => {
  const finished = ({ info, state }: Exchange, head: ResponseHead) => {
    finalizer.count(info, state, head.status)
    if (finalizer.isLogged) runFork(finalizer.log(info, state, head.status, bodyBytesOf(state, head)))
  }

  const streaming = ({ info, response, state }: Exchange) => {
    finalizer.count(info, state, 200)
    if (!finalizer.isLogged) return
    const { id, span, userId } = state
    const { method, pathname, source, startedAt } = info
    const { socket } = response.req
    const before = socket.bytesWritten
    response.on("close", () => {
      const request = { method, pathname, source, startedAt }
      runFork(finalizer.log(request, { id, span, userId }, 200, socket.bytesWritten - before))
    })
  }

  return { finished, streaming }
}

/** The steps of an exchange, outside of fibers where they can be. */
export const makeExchanges = Effect.gen(function* () {
  const admission = yield* Admission
  const finalizer = yield* ResponseFinalizer
  // A failure is answered, so a fiber that ends with one is no event for the log.
  const runtime = yield* Effect.withUnhandledErrorLogLevel(Effect.runtime(), Option.none())
  const { fork, guarded, runFork } = forkWith(Runtime.make({ ...runtime, context: noServices }))
  const { finished, streaming } = makeRecords(finalizer, runFork)

  /** Runs an effect with its services and sends its response or failure. A client that hangs up interrupts it. */
  const answer = <R>(
    exchange: Exchange,
    effect: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R>,
    services: Context.Context<R>
  ) => {
    const { info, response, state } = exchange
    const fiber = fork(exchange, answerFailures(effect), services, (exit) => {
      if (Exit.isFailure(exit)) return response.destroy()
      const { body } = exit.value
      const head = finalizer.head(info, state, exit.value)
      const { headers, status } = head
      const bytes = body._tag === "Uint8Array" ? body.body : textOf(exit.value)
      // Text leaves together with the head, in one packet.
      writeResponse(response, status, headers, status === 304 ? undefined : bytes)
      return finished(exchange, head)
    })
    response.once("close", () => {
      if (!response.writableEnded) fiber.unsafeInterruptAsFork(fiber.id())
    })
  }

  /** Continues with the value of an exit, or sends its failure. */
  const proceed = <A>(exchange: Exchange, exit: Exit.Exit<A, unknown>, then: (value: A) => void) =>
    guarded(exchange, () =>
      Exit.isSuccess(exit) ? then(exit.value) : answer(exchange, Effect.failCause(exit.cause), noServices)
    )

  /** Runs an effect and continues with its value, or sends its failure. */
  const run = <A>(exchange: Exchange, effect: Effect.Effect<A, unknown>, then: (value: A) => void) =>
    void fork(exchange, effect, noServices, (exit) => proceed(exchange, exit, then))

  /** Admits the request and continues with its caller, or sends the refusal. */
  const admit = (exchange: Exchange, then: (user: Option.Option<SignedInUser>) => void) => {
    const { endpoint, sender, state } = exchange
    const decision = admission.decide(endpoint, sender, state)
    if (decision === undefined) {
      run(exchange, admission.admit(endpoint, sender, state), then)
    } else if (Either.isRight(decision)) guarded(exchange, () => then(decision.right))
    else answer(exchange, toWireError(Effect.fail(decision.left)), noServices)
  }

  /** Sends a response at once. */
  const send = (exchange: Exchange, status: number, own: Readonly<Record<string, string>>, body?: Uint8Array) => {
    const { info, response, state } = exchange
    const headers = finalizer.headers(info, state, own)
    writeResponse(response, status, headers, body)
    finished(exchange, { status, headers })
  }

  /** Writes the head of an event stream that ends with its connection. */
  const openStream = (exchange: Exchange) => {
    writeStreamHead(exchange.response, finalizer.headers(exchange.info, exchange.state, endlessStreamHeaders))
    streaming(exchange)
  }

  return { admit, answer, begin: yield* makeBegin, openStream, proceed, run, send }
})
