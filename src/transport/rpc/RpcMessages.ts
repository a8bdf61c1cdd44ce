import type { FromServerEncoded, RequestEncoded } from "@effect/rpc/RpcMessage"
import { Effect, Either, ParseResult, Predicate, Schema } from "effect"
import { CommunityRpcs } from "../../api/tools/CommunityRpcs.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { describeIssues } from "../../domain/Issues.ts"

/** The most calls of one body. Each is admitted, counted and answered on its own. */
const maxCalls = 50

/** The most characters of a procedure's name that an error repeats. */
const maxTagCharacters = 100

/** The ids of the library: decimal numbers, which its clients count from 0. */
const idPattern = /^\d{1,40}$/

/** A valid call, or the failure that answers an invalid one. */
export type Call = Either.Either<Pick<RequestEncoded, "id" | "tag" | "payload">, FromServerEncoded>

/** The failure of one call. The client receives a defect, since no procedure declares it. */
const failureOf = (requestId: string, message: string): FromServerEncoded => ({
  _tag: "Exit",
  requestId,
  exit: { _tag: "Failure", cause: { _tag: "Die", defect: message } }
})

/** Decode payloads before the library does, for the error messages of this server. */
const decoders = new Map(
  Array.from(CommunityRpcs.requests.values(), ({ _tag, payloadSchema }) => [
    String(_tag),
    Schema.decodeUnknownEither(Schema.make<unknown>(payloadSchema.ast))
  ])
)

const callOf = (requestId: string, message: object): Call => {
  const { _tag, payload, tag }: { readonly _tag?: unknown; readonly tag?: unknown; readonly payload?: unknown } =
    message
  if (_tag !== "Request") return Either.left(failureOf(requestId, "_tag must be Request"))
  if (typeof tag !== "string") return Either.left(failureOf(requestId, "tag must name a procedure"))
  const decode = decoders.get(tag)
  if (decode === undefined) {
    return Either.left(failureOf(requestId, `there is no procedure ${tag.slice(0, maxTagCharacters)}`))
  }
  return Either.match(decode(payload), {
    onLeft: (error) =>
      Either.left(failureOf(requestId, describeIssues(ParseResult.ArrayFormatter.formatErrorSync(error)))),
    onRight: () => Either.right({ id: requestId, tag, payload })
  })
}

/** Parses a line: its message, and the id of its answer. */
const lineOf = (line: string, number: number) => {
  const refuse = (message: string) => Either.left(new BadRequest({ message: `line ${number} ${message}` }))
  const json = Either.try<unknown, undefined>({ try: () => JSON.parse(line), catch: () => undefined })
  if (Either.isLeft(json)) return refuse("is no JSON")
  const message = json.right
  if (!Predicate.isRecord(message)) return refuse("is no RPC message: send a JSON object")
  const { id: requestId } = message
  return typeof requestId === "string" && idPattern.test(requestId)
    ? Either.right({ requestId, message })
    : refuse("is no RPC message: its id must be a text of 1 to 40 digits")
}

/**
 * Parses a body, which has one call in a line. An invalid call is answered under its id. Fails, before any call is made,
 * for a body in which a message has no valid id.
 */
export const callsOf = (body: string): Effect.Effect<ReadonlyArray<Call>, BadRequest> =>
  Effect.gen(function* () {
    const lines = body.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [{ line, number: index + 1 }]))
    if (lines.length === 0 || lines.length > maxCalls) {
      return yield* new BadRequest({ message: `the body must hold 1 to ${maxCalls} calls, one in a line` })
    }
    const messages = yield* Either.all(lines.map(({ line, number }) => lineOf(line, number)))
    const usedIds = new Set<bigint>()
    return messages.map(({ message, requestId }) => {
      if (usedIds.has(BigInt(requestId)))
        return Either.left(failureOf(requestId, "another call of this body has this id"))
      usedIds.add(BigInt(requestId))
      return callOf(requestId, message)
    })
  })
