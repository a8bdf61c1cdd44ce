import { HttpApi, type HttpApiGroup } from "@effect/platform"
import { Context, Option, Predicate } from "effect"
import { Anyone, QueryCredentials, SignedIn } from "./Access.ts"
import { BadRequest } from "./WireErrors.ts"

/** How a credential is sent (contract, Accounts). */
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

const record = (value: unknown): Record<string, unknown> => (Predicate.isRecord(value) ? value : {})

/** HttpApi documents a body of its own for what does not decode, which `http/Errors.ts` never sends. */
const withoutDecodeError = (_: string, value: unknown): unknown => {
  if (!Predicate.hasProperty(value, "anyOf") || !Array.isArray(value.anyOf)) return value
  const [first, second, ...rest] = value.anyOf
  const stated = Predicate.hasProperty(first, "$ref") && String(first.$ref).endsWith("/HttpApiDecodeError")
  return stated && rest.length === 0 ? second : value
}

/** The ways to prove who calls, one of which an operation asks for; an empty one where nobody has to. */
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

const held = {
  description:
    "What the tag in `If-None-Match` was of is what would be answered; without a body. Of a post it counts as a view."
}

const etag = {
  ETag: {
    description: "A weak tag of what is told, view counts and `generatedAt` aside; for `If-None-Match`.",
    schema: { type: "string" }
  }
}

/** What a GET answers besides, where its answer is no stream (contract, caching). */
const conditional = (method: string, responses: Record<string, unknown>) => {
  const ok = record(responses["200"])
  return method !== "get" || "text/event-stream" in record(ok["content"])
    ? responses
    : { ...responses, "200": { ...ok, headers: etag }, "304": held }
}

/** The operation's part of the document, with what its definition does not put there by itself. */
const operation = (method: string, documented: unknown, security: ReturnType<typeof securityOf>) => {
  const { responses, ...rest } = record(documented)
  const invalid = { ...record(record(responses)["400"]), description: BadRequest.description }
  return { ...rest, security, responses: { ...conditional(method, record(responses)), "400": invalid } }
}

/** The document as HttpApi derives it, with who may call what, read off the definitions. */
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
      const security = securityOf(middleware, mergedAnnotations)
      if (method in operations)
        paths[path] = { ...operations, [method]: operation(method, operations[method], security) }
    }
  })
  const {
    HttpApiDecodeError: _error,
    Issue: _issue,
    PropertyKey: _key,
    ...schemas
  } = record(record(document["components"])["schemas"])
  return { ...document, paths, components: { schemas, securitySchemes } }
}
