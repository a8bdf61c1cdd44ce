import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, Either, Layer, Option, Predicate, Schema } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { Anyone, QueryCredentials, SignedIn } from "../../../../src/api/Access.ts"
import { community } from "../../../support/Community.ts"
import { bodyTypeOf, type Defined, endpoints, isUnguarded, takesKey } from "../../../support/Endpoints.ts"
import { ask } from "../../../support/Raw.ts"
import { at, membersOf } from "../../../support/Wire.ts"
import { Document, operationOf, parametersOf, pathOf, referred } from "./Document.ts"

/** Decodes an example by a schema. */
const decoded = (schema: Schema.Schema.All, shown: unknown) =>
  Schema.decodeUnknownEither(Schema.make<unknown, unknown>(schema.ast), { errors: "all" })(shown)

const isText = (value: unknown, least: number): boolean => typeof value === "string" && value.trim().length >= least

/** Endpoints that answer no JSON of ours to show: pages, streams, formats of others, and the document itself. */
const withoutExample = [
  "GET /docs",
  "GET /metrics",
  "GET /.well-known/ai-catalog.json",
  "GET /api/mcp/server-card",
  "GET /llms.txt",
  "GET /skill.md",
  "GET /api/openapi.json",
  "GET /api/notifications/stream",
  "POST /api/rpc",
  "GET /api/mcp",
  "GET /feeds/posts.xml",
  "GET /feeds/posts/:id.xml",
  "GET /feeds/news.xml",
  "POST /api/mcp"
]

/** A GET whose answer is not a stream. */
const isConditional = ({ endpoint, name }: Defined) =>
  endpoint.method === "GET" && !["GET /api/notifications/stream", "GET /api/mcp"].includes(name)

/** True if the endpoint reads a body. */
const takesBody = (defined: Defined) =>
  Option.isSome(defined.endpoint.payloadSchema) || bodyTypeOf(defined) !== "application/json"

/** Failures that only a body can have. */
const ofBodies = [413, 415]

const shows = endpoints.filter(({ name }) => !withoutExample.includes(name))

layer(Document.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "The OpenAPI document",
  (it) => {
    it.effect("names its title, version and licence", () =>
      Effect.gen(function* () {
        const { served } = yield* Document
        const manifest: unknown = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"))
        strictEqual(at(served, "openapi"), "3.1.0")
        strictEqual(at(served, "info", "version"), at(manifest, "version"))
        strictEqual(at(served, "info", "license", "name"), at(manifest, "license"))
        assertTrue(isText(at(served, "info", "title"), 5) && isText(at(served, "info", "description"), 40))
        assertTrue(String(at(served, "servers", 0, "url")).startsWith("http://"))
      })
    )

    it.effect("lists every endpoint that answers, and no other", () =>
      Effect.gen(function* () {
        const { served } = yield* Document
        const documented = membersOf(at(served, "paths")).flatMap((path) =>
          membersOf(at(served, "paths", path)).map((method) => `${method.toUpperCase()} ${path}`)
        )
        const defined = endpoints.map((one) => `${one.endpoint.method} ${pathOf(one)}`)
        deepStrictEqual([...documented].sort(), [...defined].sort())
        for (const name of documented) {
          const [method = "", path = ""] = name.split(" ")
          const { status } = yield* ask(method, path.replace("{id}", "1"), { headers: { "content-length": "0" } })
          assertTrue(status !== 405 && status !== 501, `${name} answers ${status}`)
        }
      })
    )

    it.effect("describes each group and each operation, and names each operation once", () =>
      Effect.gen(function* () {
        const { served } = yield* Document
        const tags = at(served, "tags")
        assertTrue(Array.isArray(tags) && tags.length > 0)
        for (const tag of Array.isArray(tags) ? tags : [])
          assertTrue(isText(at(tag, "description"), 10), `${at(tag, "name")}`)
        const ids = yield* Effect.forEach(endpoints, (defined) =>
          Effect.map(operationOf(defined), (operation) => {
            assertTrue(isText(at(operation, "summary"), 5), `${defined.name} has no summary`)
            assertTrue(isText(at(operation, "description"), 10), `${defined.name} has no description`)
            return at(operation, "operationId")
          })
        )
        strictEqual(new Set(ids).size, endpoints.length)
      })
    )

    for (const defined of shows) {
      const { endpoint, name, successes } = defined
      it.effect(`shows an example of ${name} that its schema accepts`, () =>
        Effect.gen(function* () {
          const operation = yield* operationOf(defined)
          for (const [status, schema] of successes) {
            const content = at(operation, "responses", status, "content")
            const media = at(content, "application/json") ?? at(content, "application/x-ndjson")
            const answer = decoded(schema, at(media, "example"))
            assertTrue(Either.isRight(answer), `${status}: ${Either.isLeft(answer) ? answer.left.message : ""}`)
          }
          if (Option.isSome(endpoint.payloadSchema)) {
            const sent = at(operation, "requestBody", "content", "application/json", "example")
            const request = decoded(endpoint.payloadSchema.value, sent)
            assertTrue(Either.isRight(request), Either.isLeft(request) ? request.left.message : "")
          }
        })
      )
    }

    it.effect("declares for each operation the failures of its definition, each described, as { error }", () =>
      Effect.gen(function* () {
        const { served } = yield* Document
        for (const defined of endpoints) {
          const responses = at(yield* operationOf(defined), "responses")
          const own = defined.failures.filter((status) => takesBody(defined) || !ofBodies.includes(status))
          const failures = takesKey(defined) ? [...own, 409] : own
          const expected = [...defined.statuses, ...failures, ...(isConditional(defined) ? [304] : [])].map(String)
          deepStrictEqual(membersOf(responses), Array.from(new Set(expected)).sort(), defined.name)
          for (const status of failures) {
            assertTrue(isText(at(responses, status, "description"), 5), `${defined.name} ${status}`)
            const reference = String(at(responses, status, "content", "application/json", "schema", "$ref"))
            const schema = at(served, "components", "schemas", reference.split("/").at(-1) ?? "")
            deepStrictEqual(at(schema, "required"), ["error"], `${defined.name} ${status} ${reference}`)
            deepStrictEqual(membersOf(at(schema, "properties")), ["error"])
          }
        }
      })
    )

    it.effect("declares ETag and 304 for each GET but the streams", () =>
      Effect.gen(function* () {
        for (const defined of endpoints) {
          const responses = at(yield* operationOf(defined), "responses")
          const tag = at(yield* referred(at(responses, "200", "headers", "ETag")), "description")
          const shown = [tag, at(responses, "304", "description")]
          deepStrictEqual(
            shown.map((text) => isText(text, 20)),
            [isConditional(defined), isConditional(defined)],
            defined.name
          )
        }
      })
    )

    it.effect("declares the failures of the edge for each guarded operation", () =>
      Effect.gen(function* () {
        for (const defined of endpoints) {
          const statuses = membersOf(at(yield* operationOf(defined), "responses"))
          const everywhere = ["400", "500", "503"]
          const guarded = isUnguarded(defined) ? [] : ["401", "429", ...(takesBody(defined) ? ["413", "415"] : [])]
          const named = defined.endpoint.path.includes(":id") ? ["404"] : []
          for (const status of [...everywhere, ...guarded, ...named]) {
            assertTrue(statuses.includes(status), `${defined.name} does not declare ${status}`)
          }
        }
      })
    )

    it.effect("describes `cursor` wherever a list has a `limit`", () =>
      Effect.gen(function* () {
        const lists = yield* Effect.filter(endpoints, (defined) =>
          Effect.map(operationOf(defined), (operation) => parametersOf(operation).has("limit"))
        )
        assertTrue(lists.length >= 8)
        for (const defined of lists) {
          const cursor = parametersOf(yield* operationOf(defined)).get("cursor")
          deepStrictEqual([at(cursor, "in"), at(cursor, "schema", "type")], ["query", "string"], defined.name)
          assertTrue(isText(at(cursor, "description"), 40), defined.name)
        }
      })
    )

    it.effect("states for each operation the security of its definition", () =>
      Effect.gen(function* () {
        const { served } = yield* Document
        const schemes = at(served, "components", "securitySchemes")
        deepStrictEqual(at(schemes, "bearer", "type"), "http")
        deepStrictEqual(at(schemes, "bearer", "scheme"), "bearer")
        const { description, ...apiKey } = Object(at(schemes, "apiKey"))
        deepStrictEqual(apiKey, { type: "apiKey", in: "header", name: "Authorization" })
        deepStrictEqual(description, "ApiKey <key>")
        for (const defined of endpoints) {
          const inQuery = Option.getOrElse(Context.getOption(defined.annotations, QueryCredentials), () => [])
          const one = [{ bearer: [] }, { apiKey: [] }, ...inQuery.map((name) => ({ [`${name}InQuery`]: [] }))]
          const expected = defined.middleware.has(SignedIn) ? one : defined.middleware.has(Anyone) ? [{}, ...one] : []
          deepStrictEqual(at(yield* operationOf(defined), "security"), expected, defined.name)
          for (const scheme of expected.flatMap(membersOf)) assertTrue(Predicate.isRecord(at(schemes, scheme)), scheme)
        }
      })
    )

    it.effect("equals the output of `npm run openapi`, the server's URL aside", () =>
      Effect.gen(function* () {
        const { served } = yield* Document
        const { stdout } = spawnSync(process.execPath, ["dist/server/openapi.mjs"], {
          cwd: new URL("../../../../", import.meta.url),
          encoding: "utf8",
          maxBuffer: 2 ** 24, // the document has more than the usual megabyte
          env: { ...process.env, PUBLIC_URL: "https://community.example/" }
        })
        const printed: unknown = JSON.parse(stdout)
        deepStrictEqual(printed, { ...Object(served), servers: [{ url: "https://community.example" }] })
      })
    )
  }
)
