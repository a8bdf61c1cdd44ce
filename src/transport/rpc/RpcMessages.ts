import { Rpc } from "@effect/rpc"
import type { RequestEncoded } from "@effect/rpc/RpcMessage"
import { Either, ParseResult, Predicate, Schema } from "effect"
import { CommunityRpcs } from "../../api/tools/CommunityRpcs.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { describeIssues } from "../../domain/Issues.ts"

/** The most calls of one body. */
export const maxCalls = 20

/** The most characters of a procedure's name that an error repeats. */
const maxTagCharacters = 100

/** The ids of the library: decimal numbers, which its clients count from 0. */
const idPattern = /^\d{1,40}$/

/** Fails with its payload: the library answers a call that is not valid by a call of this procedure. */
export const RefuseCall = Rpc.make("refuse_call", { payload: { message: Schema.String }, error: BadRequest })

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
export const linesOf = (body: string) =>
  body.split("\n").flatMap((text, index) => (text.trim() === "" ? [] : [{ text, number: index + 1 }]))

/**
 * Parses the calls of a body: a body for the library in which an invalid call has become one of `RefuseCall`, and no message
 * has headers, which the library would prefer to those of the request. Fails for a message without an id of its own.
 */
export const checkedBody = (lines: ReturnType<typeof linesOf>): Either.Either<string, BadRequest> => {
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
