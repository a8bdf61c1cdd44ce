import { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, Layer, Option, ParseResult } from "effect"
import type { Addressed, Anyone, SignedIn } from "../api/Access.ts"
import { BadRequest, InternalError } from "../api/WireErrors.ts"
import { CurrentUser, type SignedInUser, Viewer } from "../domain/CurrentUser.ts"
import { describeIssues } from "../domain/Issues.ts"
import { legible } from "../http/Body.ts"
import { jsonText } from "../http/EntityTag.ts"
import { type Handler, Handlers } from "../http/Handlers.ts"
import { type Learnt, RequestRecord } from "../http/RequestRecord.ts"
import { type Plain, queryOf } from "./Requests.ts"

const noJson = new BadRequest({ message: "the body is no JSON" })

const invalid = (error: ParseResult.ParseError) =>
  new BadRequest({ message: describeIssues(ParseResult.ArrayFormatter.formatErrorSync(error)) })

/** What a body says; nothing at all is read as null, as platform does. */
const payloadOf = ({ endpoint }: Plain, text: string): Either.Either<unknown, BadRequest> => {
  if (!endpoint.takesBody) return Either.right(undefined)
  return text === "" ? Either.right(null) : Either.try({ try: () => JSON.parse(text), catch: () => noJson })
}

const make = Effect.gen(function* () {
  const handlers = yield* Handlers
  const access = yield* Effect.context<Addressed | Anyone | SignedIn>()

  const found = (handler: Handler, plain: Plain, text: string) =>
    Either.flatMap(payloadOf(plain, text), (payload) =>
      Either.mapBoth(plain.endpoint.decode({ path: { id: plain.id }, payload, urlParams: queryOf(plain) }), {
        onLeft: invalid,
        onRight: handler
      })
    )

  const answer = ({ endpoint }: Plain, value: unknown): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    if (HttpServerResponse.isServerResponse(value)) return Effect.succeed(value)
    return Either.match(endpoint.encode(value), {
      onLeft: Effect.die,
      onRight: (json) => Effect.succeed(jsonText(JSON.stringify(json), endpoint.status))
    })
  }

  const run = (plain: Plain, record: Learnt, user: Option.Option<SignedInUser>, body: Option.Option<string>) => {
    const handler = handlers.get(plain.endpoint.name)
    if (handler === undefined) return Effect.fail(new InternalError({ message: "internal error" }))
    const services = Context.add(access, Viewer, user).pipe(Context.add(RequestRecord, record), (viewing) =>
      Option.isSome(user) ? Context.add(viewing, CurrentUser, user.value) : viewing
    )
    return Effect.provide(
      Effect.zipRight(
        legible(body),
        Effect.flatMap(
          Effect.flatten(
            Effect.suspend(() =>
              found(
                handler,
                plain,
                Option.getOrElse(body, () => "")
              )
            )
          ),
          (value) => answer(plain, value)
        )
      ),
      services
    )
  }

  return Lean.of({ isHandled: (name) => handlers.has(name), run })
})

/**
 * Runs an endpoint's handler with what its definition decodes of a request, without platform's pipeline: the same
 * decoders, handler, encoder and errors, and none of the fibers, scopes and services that each request of platform's
 * makes anew.
 */
export class Lean extends Context.Tag("fast/Lean")<
  Lean,
  {
    /** Whether there is a handler under this name that can be run here. */
    readonly isHandled: (name: string) => boolean

    /** Answers an admitted request, whose body is none when it is not UTF-8. Fails with what `answerFailures` answers. */
    readonly run: (
      plain: Plain,
      record: Learnt,
      user: Option.Option<SignedInUser>,
      body: Option.Option<string>
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>
  }
>() {
  /** Over the handlers that the groups of the definition made known. */
  static readonly layer = Layer.effect(Lean, make)
}
