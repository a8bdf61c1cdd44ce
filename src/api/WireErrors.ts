import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"

const ErrorBody = Schema.Struct({
  error: Schema.String.annotations({ description: "The mistake, and how to correct it." })
}).annotations({ identifier: "Error", description: "The body of every failure." })

/** The message is encoded. The cause is the error of the domain, whose facts pages translate. */
const fields = { message: Schema.String, cause: Schema.optional(Schema.Unknown) }

/** Encodes a class of failures as `{ "error": string }` with a status; the client decodes it into the class again. */
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

export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", fields) {
  static readonly description = "Invalid parameters; `error` names them and the correct form."
  static readonly wire = wire(400, BadRequest, BadRequest.description)
}

export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", fields) {
  static readonly wire = wire(401, Unauthorized, "No credential, or one that is not valid (any more).")
}

export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", fields) {
  static readonly wire = wire(
    403,
    Forbidden,
    "Not allowed to this caller; or, on a loopback address, under this Host or to pages of this Origin."
  )
}

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", fields) {
  static readonly wire = wire(404, NotFound, "No such path, or nothing there.")
}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  ...fields,
  /** The methods that the path has. */
  allow: Schema.optional(Schema.String)
}) {
  static readonly wire = wire(405, MethodNotAllowed, "The path has no such method; `Allow` names those that it has.")
}

export class NotAcceptable extends Schema.TaggedError<NotAcceptable>()("NotAcceptable", fields) {
  static readonly wire = wire(406, NotAcceptable, "`Accept` names no form that the answer has.")
}

export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", fields) {
  static readonly wire = wire(409, Conflict, "Conflicts with existing data.")
}

/** The maximum number of bytes of a request's body that are read (contract, Conventions). */
export const maxBodyBytes = 256 * 1024

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", fields) {
  static readonly wire = wire(413, PayloadTooLarge, `The body is larger than ${maxBodyBytes / 1024} KiB.`)
}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", fields) {
  static readonly wire = wire(415, UnsupportedMediaType, "The body is not sent as plain `application/json`.")
}

export class TooMany extends Schema.TaggedError<TooMany>()("TooMany", fields) {
  static readonly wire = wire(429, TooMany, "Too many requests; `Retry-After` gives the seconds to wait.")
}

export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", fields) {
  static readonly wire = wire(500, InternalError, "Our fault; `X-Request-Id` finds it in the log.")
}

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

export type WireError = InstanceType<(typeof classes)[keyof typeof classes]>

const isOneOf = Schema.is(Schema.Union(...Object.values(classes)))

export const isWireError = (failure: unknown): failure is WireError => isOneOf(failure)

export const statusOf = ({ _tag }: WireError): number => HttpApiSchema.getStatusError(classes[_tag].wire)
