import { HttpApi, type HttpApiGroup, HttpApiSchema } from "@effect/platform"
import { Context, Option, Predicate, Record } from "effect"
import { answerLimits, keptHours, maxKeyCharacters, twinTimeoutMillis } from "../../domain/Idempotency.ts"
import { Anyone, BodyType, QueryCredentials, SignedIn, takesIdempotencyKey } from "../Access.ts"
import { headers, headersOf } from "../ResponseHeaders.ts"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../WireErrors.ts"
import { withExamples } from "./Samples.ts"

type Keywords = Record<string, unknown>

/** Recognises Effect's descriptions of its filters, such as `a number between 1 and 100`; ours are sentences. */
const isOfFilter = (description: unknown): boolean => typeof description === "string" && /^an? /.test(description)

const isTime = (description: unknown) => description === "a string to be decoded into a DateTime.Utc"

const plainSchemas = (schemas: object): Record<string, object> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plainSchema(schema)]))

/** Keywords that hold schemas: one, a list of them, or some by name. */
const one = ["items", "additionalProperties", "not"]
const several = ["anyOf", "oneOf", "allOf", "prefixItems"]
const named = ["properties", "patternProperties"]

const plainKeyword = (keyword: string, value: unknown): unknown => {
  if (several.includes(keyword) && Array.isArray(value)) return value.map(plainSchema)
  if (!Predicate.isRecord(value)) return value
  if (named.includes(keyword)) return plainSchemas(value)
  return one.includes(keyword) ? plainSchema(value) : value
}

/**
 * Removes from a JSON Schema of Effect the ids of its own schemas, the titles and descriptions of its filters, such as
 * `between(1, 100)`, and empty lists. Times get their `format`.
 */
export const plainSchema = (schema: object): Keywords => {
  const { $id: _id, description, required, title: _title, ...rest }: Keywords = { ...schema }
  return {
    ...Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, plainKeyword(keyword, value)])),
    ...(description === undefined || isOfFilter(description) ? {} : { description }),
    ...(isTime(description) ? { format: "date-time" } : {}),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {})
  }
}

/** The ways to send a credential (contract, Accounts). */
const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "A session token of register or login." },
  apiKey: { type: "apiKey", in: "header", name: "Authorization", description: "ApiKey <key>" },
  apiKeyInQuery: {
    type: "apiKey",
    in: "query",
    name: "apiKey",
    description: "An API key, where no header can be sent."
  },
  tokenInQuery: { type: "apiKey", in: "query", name: "token", description: "A token, where no header can be sent." }
} as const

type Scheme = keyof typeof securitySchemes

const record = (value: unknown): { readonly [name: string]: unknown } => (Predicate.isRecord(value) ? value : {})

/** Removes HttpApi's own body for decoding errors, which `transport/http/Errors.ts` never sends. */
const withoutDecodeError = (_: string, value: unknown): unknown => {
  if (!Predicate.hasProperty(value, "anyOf") || !Array.isArray(value.anyOf)) return value
  const [first, second, ...rest] = value.anyOf
  const stated = Predicate.hasProperty(first, "$ref") && String(first.$ref).endsWith("/HttpApiDecodeError")
  return stated && rest.length === 0 ? second : value
}

/** The credentials of an operation, one of which is required; the empty one makes them optional. */
const securityOf = (middleware: ReadonlySet<unknown>, annotations: Context.Context<never>) => {
  const inQuery = Option.getOrElse(Context.getOption(annotations, QueryCredentials), () => [])
  const schemes: ReadonlyArray<Scheme> = [
    "bearer",
    "apiKey",
    ...inQuery.map((name) => (name === "token" ? "tokenInQuery" : "apiKeyInQuery"))
  ]
  const one = schemes.map((scheme) => ({ [scheme]: [] }))
  if (middleware.has(SignedIn)) return one
  return middleware.has(Anyone) ? [{}, ...one] : []
}

const notModified = {
  description:
    "The response still has the tag of `If-None-Match`, so there is no body. For a post this counts as a view."
}

/** A GET that does not stream has an entity tag, and may answer 304 (contract, Conventions). */
const isTagged = (method: string, responses: Record<string, unknown>) =>
  method === "get" && !("text/event-stream" in record(record(responses["200"])["content"]))

/** The header by which a write may be sent again (contract, Conventions). */
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A random text of the client's own, such as a UUID, for a write that may be sent again: a request with the key, caller, " +
    "path and body of an earlier one gets the response of that one for " +
    `${keptHours} hours, with \`Idempotency-Replayed\`, and changes nothing more; of a body over ${answerLimits.bodyBytes / 1_000} kB ` +
    "it gets the `id` only. A failed request leaves no trace. " +
    `${answerLimits.answers.toLocaleString("en")} responses and ${answerLimits.bytes / 1_000_000} MB ` +
    'are kept of a member; one more is 429. A string of Structured Fields (`"key"`) is taken as the text inside.',
  schema: { type: "string", minLength: 1, maxLength: maxKeyCharacters, pattern: "^[ -~]+$" },
  example: "8e03978e-40d5-43e8-bc93-6894a57f9324"
}

const ofIdempotencyKey =
  "The `Idempotency-Key` was sent with another request before, " +
  `or is in use for over ${twinTimeoutMillis / 1_000} seconds.`

/** The conflicts of an operation that takes an Idempotency-Key, in addition to its own. */
const conflictOf = (declared: unknown, error: unknown) => {
  const { content = record(error)["content"], description } = record(declared)
  return { description: description === undefined ? ofIdempotencyKey : `${description} ${ofIdempotencyKey}`, content }
}

/** Simplifies the schemas of a request body, response or parameter. */
const plain = (part: unknown): Record<string, unknown> => {
  const { content, description, schema, ...rest } = record(part)
  return {
    ...rest,
    ...(description === undefined || isOfFilter(description) ? {} : { description }),
    ...(Predicate.isRecord(schema) ? { schema: plainSchema(schema) } : {}),
    ...(Predicate.isRecord(content) ? { content: Record.map(content, plain) } : {})
  }
}

/** The request body; one that is not JSON has a media type but no schema in the definition. */
const bodyOf = (documented: unknown, annotations: Context.Context<never>) =>
  Option.match(Context.getOption(annotations, BodyType), {
    onNone: () => (documented === undefined ? undefined : plain(documented)),
    onSome: (type) => ({ required: true, content: { [type]: { schema: { type: "string" } } } })
  })

/** Statuses for the size or type of a body, which only operations with a body have. */
const ofBodies = [PayloadTooLarge.wire, UnsupportedMediaType.wire].map((wire) =>
  String(HttpApiSchema.getStatusError(wire))
)

interface Definition {
  readonly method: string
  readonly middleware: ReadonlySet<unknown>
  readonly annotations: Context.Context<never>
}

/** Completes an operation with the parts that HttpApi does not derive. */
const operation = ({ annotations, method, middleware }: Definition, documented: unknown) => {
  const { parameters, requestBody, responses: declared, ...rest } = withExamples(record(documented), annotations)
  const body = bodyOf(requestBody, annotations)
  const responses = Record.filter(record(declared), (_, status) => body !== undefined || !ofBodies.includes(status))
  const security = securityOf(middleware, annotations)
  const isCounted = security.length > 0
  const isIdempotent = takesIdempotencyKey(method, annotations)
  const invalid = { ...record(responses["400"]), description: BadRequest.description }
  const answers: { readonly [status: string]: unknown } = {
    ...responses,
    "400": invalid,
    ...(isIdempotent ? { "409": conflictOf(responses["409"], invalid) } : {}),
    ...(isTagged(method, responses) ? { "304": notModified } : {})
  }
  return {
    ...rest,
    parameters: [
      ...(Array.isArray(parameters) ? parameters : []).map(plain),
      ...(isIdempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [])
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    security,
    responses: Record.map(answers, (response, status) => ({
      description: "Success",
      ...plain(response),
      headers: headersOf({ status, isCounted, isIdempotent, isTagged: "304" in answers })
    }))
  }
}

/** Completes the document that HttpApi derives: security, headers, examples, and simple schemas. */
export const described = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  derived: unknown
): Record<string, unknown> => {
  const document = record(JSON.parse(JSON.stringify(derived), withoutDecodeError))
  const paths = { ...record(document["paths"]) }
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations, middleware }) => {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      const method = endpoint.method.toLowerCase()
      const operations = record(paths[path])
      const definition = { method, middleware, annotations: mergedAnnotations }
      if (method in operations) paths[path] = { ...operations, [method]: operation(definition, operations[method]) }
    }
  })
  const {
    HttpApiDecodeError: _error,
    Issue: _issue,
    PropertyKey: _key,
    ...schemas
  } = record(record(document["components"])["schemas"])
  const info = { ...record(document["info"]), contact: { name: "The operator of this server" } }
  const components = {
    schemas: plainSchemas(schemas),
    parameters: { IdempotencyKey: idempotencyKey },
    headers,
    securitySchemes
  }
  return { ...document, info, paths, components }
}
