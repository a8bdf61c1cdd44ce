import type { IncomingMessage } from "node:http"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Logger, Option, SchemaAST } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { SignedIn } from "../../../../src/api/Access.ts"
import * as NodeServer from "../../../../src/transport/http/NodeServer.ts"
import { community } from "../../../support/Community.ts"
import { bodyTypeOf, type Defined, endpoints } from "../../../support/Endpoints.ts"
import type { Member } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { ask, type Sent } from "../../../support/Raw.ts"
import { cookieFor } from "../../web/Browse.ts"

/**
 * Text that a stranger sends is read in linear time. Each text is sent in two sizes, of which one is a hundred times the
 * other: once the long one, or a hundred times the short one. Linear time costs the same in both ways, quadratic time a
 * hundred times as much in the first: the bound lies between, far from both, so that a slow machine changes nothing.
 */
const shortCharacters = 1_000
const times = 100
const bound = 8

/** Less than this is not worth a comparison: quadratic time takes seconds. */
const quickMillis = 150

/** The most characters of a body that are read. */
const bodyCharacters = 250_000

/** Characters with a meaning in some header, URL or body, alone and together. */
const marks = [" ", ",", ";", "=", "&", '"', "\\", "/", ":", ".", "%", "-", "a", "1", "?", "@", "("]
const pairs = [" ;", "; ", ", ", "a ", "a,", "a;", "a=", "a&", "a/", "a.", ":a", "%41", '\\"']
const units = [...marks, ...pairs, "q=0.1,", ";q=1", 'W/"a",', "1.1.1.1,", "[::1]:1,", "br,"]

const filled = (unit: string, characters: number) => unit.repeat(Math.ceil(characters / unit.length))

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
const together = Object.keys(headersRead).filter((name) => !alone.includes(name))
const groups = [together, ...alone.map((name) => [name])]

/** The long texts that the server puts into the requests which name them: Node's parser takes at most 16 kB of headers. */
const texts = new Map<string, (request: IncomingMessage) => void>()

const makeServer = () => {
  const server = NodeServer.make()
  server.on("request", (request: IncomingMessage) => {
    texts.get(String(request.headers["x-text"]))?.(request)
  })
  return server
}

const processorMillis = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

const costOf = <E, R>(effect: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const before = processorMillis()
    yield* effect
    return processorMillis() - before
  })

/** Asserts that the long text costs no more than the short ones. What is slow once only, such as a compilation, is tried again. */
const isLinear = <E, R>(what: string, send: (characters: number) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    let [long, short] = [Number.POSITIVE_INFINITY, 0]
    for (let tries = 0; tries < 3; tries++) {
      long = yield* costOf(send(shortCharacters * times))
      if (long < quickMillis) return
      short = yield* costOf(Effect.repeatN(send(shortCharacters), times - 1))
      if (long < short * bound) return
    }
    assertTrue(false, `${what}: ${Math.round(long)} ms, and ${Math.round(short)} ms in a hundred parts`)
  })

/** Sends a request into which the server puts a text. */
const sendWith =
  (method: string, path: string, sent: Sent, put: (request: IncomingMessage, text: string) => void) =>
  (textOf: (characters: number) => string) =>
  (characters: number) => {
    const text = textOf(characters)
    texts.set("text", (request) => put(request, text))
    return ask(method, path, { ...sent, headers: { ...sent.headers, "x-text": "text" } })
  }

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
      for (const defined of open.filter(isWrite)) {
        const { endpoint } = defined
        const type = { "content-type": bodyTypeOf(defined) }
        const path = endpoint.path.replace(":id", "1")
        const send = (bodyOf: (text: string) => string, unit: string) => (characters: number) =>
          ask(endpoint.method, path, {
            headers: type,
            body: bodyOf(filled(unit, (characters / (shortCharacters * times)) * bodyCharacters - 100))
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
              body: filled(unit, (characters / (shortCharacters * times)) * bodyCharacters - 100)
            })
          yield* isLinear(`POST ${path} ${unit}…`, send)
        }
        for (const name of names) {
          for (const unit of ["+", "a", "%0D%0A", "/", "%5C", "a%40", "%3C"]) {
            const send = (characters: number) =>
              ask("POST", path, {
                headers: { ...browser, ...form },
                body: `${name}=${filled(unit, (characters / (shortCharacters * times)) * bodyCharacters - 100)}`
              })
            yield* isLinear(`POST ${path} ${name}=${unit}…`, send)
          }
        }
      }
    })
  )
})

function isWrite({ endpoint }: Defined) {
  return endpoint.method !== "GET"
}
