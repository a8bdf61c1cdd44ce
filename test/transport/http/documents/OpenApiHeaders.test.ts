import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Predicate } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { endpoints, isUnguarded, takesKey } from "../../../support/Endpoints.ts"
import { at, listAt, membersOf } from "../../../support/Wire.ts"
import { Document, operationOf, parametersOf, referred } from "./Document.ts"

/** Every schema of a part of the document, those within others included. */
const schemasIn = (schema: unknown): ReadonlyArray<unknown> => [
  schema,
  ...[at(schema, "items"), at(schema, "additionalProperties")].filter(Predicate.isRecord).flatMap(schemasIn),
  ...["anyOf", "oneOf", "allOf"].flatMap((several) => listAt(schema, several).flatMap(schemasIn)),
  ...membersOf(at(schema, "properties")).flatMap((name) => schemasIn(at(schema, "properties", name)))
]

const schemasOfContent = (part: unknown) =>
  membersOf(at(part, "content")).flatMap((type) => schemasIn(at(part, "content", type, "schema")))

const schemasOfOperation = (operation: unknown) => [
  ...listAt(operation, "parameters").flatMap((parameter) => schemasIn(at(parameter, "schema"))),
  ...schemasOfContent(at(operation, "requestBody")),
  ...membersOf(at(operation, "responses")).flatMap((status) => schemasOfContent(at(operation, "responses", status)))
]

const id = { type: "integer", minimum: 1, maximum: 2_147_483_647 }

layer(Document.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "The OpenAPI document",
  (it) => {
    it.effect("declares each id of a path as an integer, and that of a disease as an integer or a code", () =>
      Effect.gen(function* () {
        const named = endpoints.filter(({ endpoint }) => endpoint.path.includes(":id"))
        assertTrue(named.length >= 11)
        for (const defined of named) {
          const schema = at(parametersOf(yield* operationOf(defined)).get("id"), "schema")
          if (defined.name.includes("/phenotypes/")) continue
          if (!defined.name.includes("/diseases/")) deepStrictEqual(schema, id, defined.name)
          else {
            deepStrictEqual(at(schema, "anyOf", 0), id)
            strictEqual(at(schema, "anyOf", 1, "type"), "string")
          }
        }
      })
    )

    it.effect("declares the headers of each answer", () =>
      Effect.gen(function* () {
        for (const defined of endpoints) {
          const responses = at(yield* operationOf(defined), "responses")
          for (const status of membersOf(responses)) {
            const headers = at(responses, status, "headers")
            const expected = [
              ...(isUnguarded(defined) ? [] : ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]),
              ...(takesKey(defined) && status.startsWith("2") ? ["Idempotency-Replayed"] : []),
              ...(status === "201" ? ["Location"] : []),
              ...(status === "401" ? ["WWW-Authenticate"] : []),
              ...(status === "429" || status === "503" ? ["Retry-After"] : []),
              "X-Request-Id",
              "X-Unknown-Parameters"
            ]
            const declared = membersOf(headers).filter((name) => name !== "ETag")
            deepStrictEqual(declared, expected.sort(), `${defined.name} ${status}`)
            for (const name of declared) {
              const header = yield* referred(at(headers, name))
              const type = at(header, "schema", "type")
              strictEqual(type, /^(RateLimit-|Retry-After)/.test(name) ? "integer" : "string", name)
              assertTrue(String(at(header, "description")).length > 20, name)
            }
          }
        }
      })
    )

    it.effect("declares the header Idempotency-Key for each write but those that ignore it", () =>
      Effect.gen(function* () {
        const taking = endpoints.filter(takesKey)
        const ignoring = endpoints.filter((defined) => defined.endpoint.method !== "GET" && !takesKey(defined))
        deepStrictEqual(ignoring.map(({ name }) => name).sort(), [
          "DELETE /api/mcp",
          "DELETE /api/users/me",
          "POST /api/auth/apikeys",
          "POST /api/auth/apikeys/:id/rotate",
          "POST /api/auth/login",
          "POST /api/auth/logout",
          "POST /api/auth/passkeys",
          "POST /api/auth/passkeys/login",
          "POST /api/auth/passkeys/login/options",
          "POST /api/auth/passkeys/options",
          "POST /api/auth/register",
          "POST /api/auth/second-factor",
          "POST /api/auth/second-factor/recovery-codes",
          "POST /api/invitations",
          "POST /api/mcp",
          "POST /api/push/subscriptions",
          "POST /api/rpc",
          "POST /api/users/:id/password-link",
          "POST /api/webhooks",
          "PUT /api/auth/second-factor"
        ])
        for (const defined of endpoints) {
          const parameters = yield* Effect.forEach(listAt(yield* operationOf(defined), "parameters"), referred)
          const names = parameters.map((parameter) => at(parameter, "name"))
          strictEqual(names.includes("Idempotency-Key"), taking.includes(defined), defined.name)
        }
      })
    )

    it.effect("shows no title or description of a filter of Effect", () =>
      Effect.gen(function* () {
        const { served } = yield* Document
        const components = at(served, "components", "schemas")
        const schemas = [
          ...membersOf(components).flatMap((name) => schemasIn(at(components, name))),
          ...(yield* Effect.forEach(endpoints, operationOf)).flatMap(schemasOfOperation)
        ]
        assertTrue(schemas.length > 300)
        for (const schema of schemas) {
          strictEqual(at(schema, "title"), undefined, JSON.stringify(schema))
          const description = at(schema, "description") ?? "None."
          assertTrue(/^[A-Z`]/.test(String(description)), String(description))
        }
        for (const defined of endpoints) {
          for (const parameter of listAt(yield* operationOf(defined), "parameters")) {
            assertTrue(/^[A-Z`]/.test(String(at(parameter, "description") ?? "None.")), defined.name)
          }
        }
      })
    )
  }
)
