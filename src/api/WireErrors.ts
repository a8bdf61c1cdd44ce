import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"

/** What every failure is on the wire. */
const ErrorBody = Schema.Struct({
  error: Schema.String.annotations({ description: "What was wrong, and what would be right." })
}).annotations({ identifier: "Error", description: "What every failure is." })

const fields = { message: Schema.String }

/** How a class of failures travels: its text as `{ "error": string }` under a status, and back into the class in the client. */
const wire = <A extends { readonly message: string }, I>(
  status: number,
  Failure: Schema.Schema<A, I> & (new (props: { readonly message: string }) => A),
  description: string
) =>
  Schema.transform(ErrorBody, Schema.typeSchema(Failure), {
    strict: true,
    decode: ({ error }) => new Failure({ message: error }),
    encode: ({ message }) => ({ error: message })
  }).annotations({ ...HttpApiSchema.annotations({ status }), description })

/** The request is malformed; the text says where and what was expected. */
export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", fields) {
  static readonly description = "Invalid parameters; `error` says which and what is right."
  static readonly wire = wire(400, BadRequest, BadRequest.description)
}

/** No credential, or one that opens nothing. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", fields) {
  static readonly wire = wire(401, Unauthorized, "No credential, or one that is not valid (any more).")
}

/** Not allowed to this caller, under this Host, or to a page of this Origin. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", fields) {
  static readonly wire = wire(
    403,
    Forbidden,
    "Not allowed to this caller; or, on a loopback address, under this Host or to pages of this Origin."
  )
}

/** No such path, or nothing there. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", fields) {
  static readonly wire = wire(404, NotFound, "No such path, or nothing there.")
}

/** The path is there, the method is not; `Allow` names those that are. */
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", fields) {
  static readonly wire = wire(405, MethodNotAllowed, "The path has no such method; `Allow` names those that it has.")
}

/** The client takes no form that the answer has. */
export class NotAcceptable extends Schema.TaggedError<NotAcceptable>()("NotAcceptable", fields) {
  static readonly wire = wire(406, NotAcceptable, "`Accept` names no form that the answer has.")
}

/** What is there already stands against it. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", fields) {
  static readonly wire = wire(409, Conflict, "What is there already stands against it.")
}

/** The body is larger than is read. */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", fields) {
  static readonly wire = wire(413, PayloadTooLarge, "The body is larger than 256 KiB.")
}

/** The body is no JSON by its headers. */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", fields) {
  static readonly wire = wire(415, UnsupportedMediaType, "The body is not sent as plain `application/json`.")
}

/** A limit is used up; `Retry-After` says for how long. */
export class TooMany extends Schema.TaggedError<TooMany>()("TooMany", fields) {
  static readonly wire = wire(429, TooMany, "Too many requests; `Retry-After` gives the seconds to wait.")
}

/** Our fault: the log knows more, the answer does not. */
export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", fields) {
  static readonly wire = wire(500, InternalError, "Our fault; `X-Request-Id` finds it in the log.")
}

/** Not now: starting, stopping, or without the database. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", fields) {
  static readonly wire = wire(503, ServiceUnavailable, "Not now; `Retry-After` gives the seconds to wait.")
}

const classes = {
  BadRequest,
  Unauthorized,
  Forbidden,
  NotFound,
  MethodNotAllowed,
  NotAcceptable,
  Conflict,
  PayloadTooLarge,
  UnsupportedMediaType,
  TooMany,
  InternalError,
  ServiceUnavailable
}

/** Any failure that HTTP can answer; nothing else knows a status. */
export type WireError = InstanceType<(typeof classes)[keyof typeof classes]>

const isOneOf = Schema.is(Schema.Union(...Object.values(classes)))

/** Whether a failure is one that HTTP can answer. */
export const isWireError = (failure: unknown): failure is WireError => isOneOf(failure)

/** The status of its answer. */
export const statusOf = ({ _tag }: WireError): number => HttpApiSchema.getStatusError(classes[_tag].wire)
