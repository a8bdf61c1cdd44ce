import type { IncomingMessage } from "node:http"
import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Logger, Option, SchemaAST } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { SignedIn } from "../../../../src/api/Access.ts"
import { community } from "../../../support/Community.ts"
import { bodyTypeOf, endpoints } from "../../../support/Endpoints.ts"
import type { Member } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { ask, type Sent } from "../../../support/Raw.ts"
import { cookieFor } from "../../web/support/Browse.ts"
import { filled, inBody, isLinear, makeServer, sendWith, texts, units } from "./LongTexts.ts"

/** The headers that the server reads, with beginnings after which it looks at the rest. */
const headersRead: Readonly<Record<string, ReadonlyArray<string>>> = {
  accept: ["", "text/html;"],
  "accept-encoding": ["", "gzip;"],
  "accept-language": ["", "en;"],
  "access-control-request-method": [""],
  authorization: ["", "Bearer ", "ApiKey rdc_"],
  "content-encoding": [""],
  "content-length": ["1"],
  "content-type": ["", "application/json;", "multipart/form-data"],
  cookie: ["", "session=rds_", "lang="],
  host: ["", "localhost:", "["],
  "idempotency-key": ["", '"'],
  "if-none-match": ["", 'W/"'],
  "last-event-id": ["", "1"],
  "mcp-method": [""],
  "mcp-name": ["", "=?base64?"],
  "mcp-protocol-version": [""],
  "mcp-session-id": [""],
  origin: ["", "http://"],
  referer: ["", "http://"],
  "sec-fetch-site": [""],
  traceparent: ["", "00-"],
  "transfer-encoding": [""],
  "user-agent": [""],
  "x-forwarded-for": ["", "127.0.0.1,"],
  "x-forwarded-proto": [""],
  "x-request-id": [""]
}

/** Headers whose faults end a request before others are read: each is sent alone, and all others together. */
const deciding = ["authorization", "content-encoding", "content-length", "content-type", "cookie", "host", "origin"]
const later = ["mcp-protocol-version", "mcp-method", "sec-fetch-site", "transfer-encoding"]
const alone = [...deciding, ...later]
const others = Object.keys(headersRead).filter((name) => !alone.includes(name))
const groups = [others, ...alone.map((name) => [name])]

const browser = { accept: "text/html" }
const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }

/** Requests of every transport, which read all headers between them; the last ones are of a member. */
const requestsOf = (member: Member): ReadonlyArray<readonly [method: string, path: string, sent: Sent]> => [
  ["GET", "/", { headers: browser }],
  ["GET", "/nowhere", { headers: browser }],
  ["GET", "/api/diseases", {}],
  ["POST", "/sign-in", { body: "email=a", headers: form }],
  ["OPTIONS", "/api/posts", { headers: { "access-control-request-method": "GET" } }],
  ["POST", "/api/posts", { as: member.token, body: "{}" }],
  ["POST", "/api/mcp", { as: member.token, headers: stateless, body: JSON.stringify(call) }],
  ["POST", "/api/mcp", { as: member.token, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) }],
  ["GET", "/api/notifications/stream", { as: member.token }],
  ["GET", "/live", { headers: { cookie: cookieFor(member), "sec-fetch-site": "same-origin" } }]
]

/** A request of MCP 2026-07-28, which repeats its method and its name in headers. */
const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "get_post",
    _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} }
  }
}
const stateless = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" }

const namesOf = (schema: Option.Option<{ readonly ast: SchemaAST.AST }>): ReadonlyArray<string> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
  })

/** The endpoints that answer strangers. */
const open = endpoints.filter(({ middleware }) => !middleware.has(SignedIn))

/** Writes the log's lines, and drops them. */
const logged = Logger.replace(
  Logger.defaultLogger,
  Logger.make(() => undefined)
)

const served = community(Memory.layer, { TRUST_PROXY: "127.0.0.1" }, logged, undefined, makeServer)

layer(served, { excludeTestServices: true })("a stranger's text is read in linear time", (it) => {
  for (const names of groups) {
    it.effect(`in ${names.length > 1 ? "most headers" : `the header ${names[0]}`}`, () =>
      Effect.gen(function* () {
        const variants = Math.max(...names.map((name) => headersRead[name]?.length ?? 0))
        for (const [method, path, sent] of requestsOf(yield* join())) {
          for (let variant = 0; variant < variants; variant++) {
            const send = sendWith(method, path, sent, (request, text) => {
              for (const name of names) request.headers[name] = (headersRead[name]?.[variant] ?? "") + text
            })
            for (const unit of units) {
              const what = `${method} ${path} with ${names.map((name) => `${name}: ${headersRead[name]?.[variant]}`)}${unit}…`
              yield* isLinear(
                what,
                send((characters) => `${filled(unit, characters)}x`)
              )
            }
          }
        }
      })
    )
  }

  it.effect("in every header that is read: this suite knows them all", () =>
    Effect.gen(function* () {
      const read = new Set<string>()
      const watch = (request: IncomingMessage) => {
        const { headers } = request
        const get = (all: typeof headers, name: string) => {
          read.add(name)
          return all[name]
        }
        Object.defineProperty(request, "headers", { value: new Proxy(headers, { get }), writable: true })
      }
      texts.set("watch", watch)
      for (const [method, path, sent] of requestsOf(yield* join())) {
        yield* ask(method, path, { ...sent, headers: { ...sent.headers, "x-text": "watch" } })
      }
      deepStrictEqual(Array.from(read).sort(), Object.keys(headersRead).sort())
    })
  )

  it.effect("in the target of a request", () =>
    Effect.gen(function* () {
      const paths = [
        "",
        "/",
        "/api/posts/",
        "/api/diseases/",
        "/posts/",
        "/diseases/",
        "http://",
        "/api/posts?",
        "/help?"
      ]
      for (const [method, beginning] of ["GET", "POST"].flatMap((method) =>
        paths.map((path) => [method, path] as const)
      )) {
        const sent = method === "POST" ? { body: "{}" } : { headers: browser }
        const send = sendWith(method, "/", sent, (request, text) => {
          request.url = text
        })
        for (const unit of units) {
          const what = `${method} ${beginning}${unit} …`
          yield* isLinear(
            what,
            send((characters) => `${beginning}${filled(unit, characters)}x`)
          )
        }
      }
    })
  )

  it.effect("in each parameter of each endpoint", () =>
    Effect.gen(function* () {
      for (const { endpoint } of open) {
        for (const name of namesOf(endpoint.urlParamsSchema)) {
          const path = endpoint.path.replace(":id", "1")
          const send = sendWith(endpoint.method, path, {}, (request, text) => {
            request.url = `${path}?${name}=${text}`
          })
          for (const unit of ["+", ",", "a", "a,", "a+", "HP:0001250,", "1", "%00", ".", "e30", "%22", "-"]) {
            const what = `${endpoint.method} ${path}?${name}=${unit}…`
            yield* isLinear(
              what,
              send((characters) => filled(unit, characters))
            )
          }
        }
      }
    })
  )

  it.effect("in each member of each body, and in bodies that are nothing of the kind", () =>
    Effect.gen(function* () {
      for (const defined of open.filter(({ endpoint }) => endpoint.method !== "GET")) {
        const { endpoint } = defined
        const type = { "content-type": bodyTypeOf(defined) }
        const path = endpoint.path.replace(":id", "1")
        const send = (bodyOf: (text: string) => string, unit: string) => (characters: number) =>
          ask(endpoint.method, path, {
            headers: type,
            body: bodyOf(inBody(unit, characters))
          })
        for (const unit of ["[", '{"a":', '"a",', "1", " ", "\\", '"', "\n", "{}\n", "a&", "a=1&", "%", "[1,"]) {
          const what = `${endpoint.method} ${path} ${unit}…`
          yield* isLinear(
            what,
            send((text) => text, unit)
          )
        }
        for (const name of namesOf(endpoint.payloadSchema)) {
          for (const unit of [" ", "a", "a ", "@", "a@", ".", "a.", "é", "\u0301", "<", "\u200b", "1"]) {
            const what = `${endpoint.method} ${path} {${name}: ${unit}…`
            yield* isLinear(
              what,
              send((text) => JSON.stringify({ [name]: text }), unit)
            )
          }
          for (const item of ["1", '"a"', "null", "{}", "[]"]) {
            const what = `${endpoint.method} ${path} {${name}: [${item}, …`
            yield* isLinear(
              what,
              send((text) => `{"${name}":[${text}${item}]}`, `${item},`)
            )
          }
        }
      }
    })
  )

  it.effect("in a form, in the fields that a page knows and in others", () =>
    Effect.gen(function* () {
      const names = ["email", "password", "next", "username", "a", "__proto__"]
      const fillers = names.flatMap((name) => [`${name}&`, `${name}=a&`, `${name}=%0D%0A&`])
      for (const path of [
        "/sign-in",
        "/register",
        "/forgot-password",
        "/posts/new",
        "/unsubscribe",
        "/settings/diseases"
      ]) {
        for (const unit of [...units, ...fillers]) {
          const send = (characters: number) =>
            ask("POST", path, {
              headers: { ...browser, ...form },
              body: inBody(unit, characters)
            })
          yield* isLinear(`POST ${path} ${unit}…`, send)
        }
        for (const name of names) {
          for (const unit of ["+", "a", "%0D%0A", "/", "%5C", "a%40", "%3C"]) {
            const send = (characters: number) =>
              ask("POST", path, {
                headers: { ...browser, ...form },
                body: `${name}=${inBody(unit, characters)}`
              })
            yield* isLinear(`POST ${path} ${name}=${unit}…`, send)
          }
        }
      }
    })
  )
})
