import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"
import { Deferred, Effect, Exit, Layer, Option, Runtime } from "effect"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Addresses } from "../http/Addresses.ts"
import { Admission, isDone, type Sender } from "../http/Admission.ts"
import { Answering, type Asked } from "../http/Answering.ts"
import { isHeld } from "../http/EntityTag.ts"
import { answerFailures } from "../http/Errors.ts"
import { HostGuard } from "../http/HostGuard.ts"
import { type Learnt, RequestRecord, unknownRequest } from "../http/RequestRecord.ts"
import { unknownParameters } from "../http/UnknownParameters.ts"
import { Changes } from "../services/Changes.ts"
import { Closing } from "../services/Closing.ts"
import type { KeptAnswer } from "./KeptAnswers.ts"
import { KeptReads } from "./KeptReads.ts"
import { Lean } from "./Lean.ts"
import { OnceForAll } from "./OnceForAll.ts"
import { headerOf, type Plain, plainly, secretIn } from "./Requests.ts"
import { readBody, write, writeKept } from "./Writing.ts"

/** A request that is answered here, and all that belongs to it. */
interface Passing {
  readonly plain: Plain
  readonly asked: Asked
  readonly record: Learnt
  readonly response: ServerResponse
}

const make = Effect.gen(function* () {
  const addresses = yield* Addresses
  const admission = yield* Admission
  const answering = yield* Answering
  const { caughtUp } = yield* Changes
  const closing = yield* Closing
  const clock = yield* Effect.clock
  const guard = yield* HostGuard
  const kept = yield* KeptReads
  const lean = yield* Lean
  const runFork = Runtime.runFork(yield* Effect.runtime())
  const isAlone = Exit.isExit(caughtUp)
  let isClosing = false
  const close = Effect.sync(() => {
    isClosing = true
  })
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(closing), close))

  const log = ({ asked, record }: Passing, status: number) => {
    if (answering.isLogged) runFork(answering.log(asked, record, status))
  }

  /** Outside of fibers nothing catches a defect: it is logged, and its client hung up on, and no other. */
  const guarded = (response: ServerResponse, run: () => void) => {
    try {
      run()
    } catch (defect) {
      runFork(Effect.logError("unexpected failure", defect))
      response.destroy()
    }
  }

  /** Runs what answers, and writes its answer. */
  const answer = (passing: Passing, answers: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>) => {
    const { asked, record, response } = passing
    const fiber = runFork(Effect.provideService(answerFailures(answers), RequestRecord, record))
    fiber.addObserver((exit) =>
      guarded(response, () => {
        if (Exit.isFailure(exit)) return response.destroy()
        const finished = answering.finish(asked, record, exit.value)
        write(response, finished)
        return log(passing, finished.status)
      })
    )
    response.once("close", () => {
      if (!response.writableEnded) fiber.unsafeInterruptAsFork(fiber.id())
    })
  }

  /** Sends what is kept at once: no fiber, no query. */
  const answerKept = (passing: Passing, { bytes, etag }: KeptAnswer) => {
    const { asked, record, response } = passing
    const part = bytes.part?.()
    const isNew = !isHeld(asked.ifNoneMatch, etag)
    const length = bytes.before.length + Buffer.byteLength(part ?? "") + (bytes.after?.length ?? 0)
    const own = isNew ? { "content-type": "application/json", "content-length": String(length), etag } : { etag }
    const headers = answering.headers(asked, record, own)
    if (isNew) writeKept(response, headers, bytes, part)
    else response.writeHead(304, headers).end()
    log(passing, isNew ? 200 : 304)
  }

  const whenCaughtUp = new OnceForAll((done: (exit: Exit.Exit<void, Unavailable>) => void) => {
    runFork(caughtUp).addObserver(done)
  })

  const read = (passing: Passing, user: Option.Option<SignedInUser>, body: Option.Option<string>) => {
    const { plain, record } = passing
    const run = lean.run(plain, record, user, body)
    const keeping = kept.keptOf(plain, user)
    if (keeping === undefined) return run
    const reading = kept.through(keeping, record, run)
    // Who signed in sees what they wrote at once, on whichever instance they wrote it.
    return Option.isSome(user) ? Effect.zipRight(caughtUp, reading) : reading
  }

  const pass = (passing: Passing, sender: Sender, body: Option.Option<string>) => {
    const { plain, record } = passing
    const admitted = admission.admit(plain.endpoint, sender, record)
    if (!isDone(admitted)) {
      return answer(
        passing,
        Effect.flatMap(admitted, (user) => read(passing, user, body))
      )
    }
    const user = admitted.value
    const keeping = kept.keptOf(plain, user)
    const find = () => (keeping === undefined ? undefined : kept.get(keeping))
    const send = () => {
      const found = find()
      return found === undefined ? answer(passing, read(passing, user, body)) : answerKept(passing, found)
    }
    if (isAlone || Option.isNone(user) || find() === undefined) return send()
    return whenCaughtUp.run((exit) =>
      guarded(passing.response, () => (Exit.isSuccess(exit) ? send() : answer(passing, Effect.failCause(exit.cause))))
    )
  }

  /** Whether this request is answered here; else platform is to have it, untouched. */
  const takes = (request: IncomingMessage, response: ServerResponse): boolean => {
    const plain = plainly(request)
    if (isClosing || plain === undefined || !lean.isHandled(plain.endpoint.name)) return false
    if (guard.refusal(request) !== undefined) return false
    const { headers, socket } = request
    const asked = {
      method: plain.method,
      pathname: plain.pathname,
      origin: headers.origin,
      ifNoneMatch: headers["if-none-match"],
      startedAt: clock.unsafeCurrentTimeMillis()
    }
    const remote = {
      remoteAddress: Option.fromNullable(socket.remoteAddress),
      headers: { "x-forwarded-for": headerOf(headers["x-forwarded-for"]) }
    }
    const sender = { secret: secretIn(request), address: () => addresses.of(remote) }
    const record = unknownRequest(plain.method, headerOf(headers["accept-encoding"]))
    record.unknownParameters = unknownParameters(plain.endpoint, plain.query)
    const passing = { plain, asked, record, response }
    const passWith = (body: Option.Option<string>) => guarded(response, () => pass(passing, sender, body))
    if (plain.hasBody) readBody(request, passWith)
    else passWith(Option.some(""))
    return true
  }

  return takes
})

/** Stands before the listener of platform, which is the last that the server has. */
const standBefore = (server: Server, takes: (request: IncomingMessage, response: ServerResponse) => boolean) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const platform = server.listeners("request").at(-1)
      const first = (request: IncomingMessage, response: ServerResponse) => {
        if (!takes(request, response) && platform !== undefined) Reflect.apply(platform, server, [request, response])
      }
      server.removeAllListeners("request")
      server.on("request", first)
      return first
    }),
    (first) => Effect.sync(() => server.off("request", first))
  )

/**
 * The way of nearly all requests: those for JSON that are written in the plain form. They are answered without
 * platform's pipeline, and, where the answer is kept, without a fiber or a query; byte for byte as platform's pipeline
 * would. Every other request is left to it. To be built after what serves.
 */
export const layer = (server: Server) =>
  Layer.scopedDiscard(Effect.flatMap(make, (takes) => standBefore(server, takes))).pipe(
    Layer.provide([KeptReads.layer, Lean.layer])
  )
