import { OpenApi } from "@effect/platform"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Option, SchemaAST } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CommunityApi } from "../../../src/api/CommunityApi.ts"
import { community } from "../../support/Community.ts"
import { rows } from "../../support/EndpointRows.ts"
import { endpoints } from "../../support/Endpoints.ts"
import { ask, isFailure } from "../../support/Raw.ts"
import { SharedWorld } from "../../support/rows/World.ts"
import { withEngine, withMail } from "../../support/Unlimited.ts"
import { at, listAt, recordOf } from "../../support/Wire.ts"

/** Values that no member of a body may have, and texts that are stored nowhere: with NUL, or half a character. */
const wrong: ReadonlyArray<unknown> = [{}, [{}], 1.5]
const broken: ReadonlyArray<unknown> = ["nul\0", "\ud800"]

/** Texts that are only compared with one that is known, so that a broken one is another one. */
const compared = new Set(["password", "oldPassword", "code", "token", "key", "adminCode", "invitation"])
const isCompared = (name: string, field: string) =>
  compared.has(field) || (name === "users.verify" && field === "username")

/** The members of a body, and whether each must be sent. */
const fieldsOf = ({ ast }: { readonly ast: SchemaAST.AST }) =>
  SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ isOptional, name }) => ({
    field: String(name),
    isOptional
  }))

const bodies = endpoints.flatMap(({ endpoint, group }) => {
  const name = `${group}.${endpoint.name}`
  const row = rows[name]
  const fields = Option.match(endpoint.payloadSchema, { onNone: () => [], onSome: fieldsOf })
  return row === undefined || fields.length === 0 ? [] : [{ endpoint, fields, name, row }]
})

/** The document of the API, for the words that a parameter may be. */
const document: unknown = OpenApi.fromApi(CommunityApi)

const withWorld = Layer.provideMerge(SharedWorld.layer, community(Memory.layer, { ...withMail, ...withEngine }))

layer(withWorld, { excludeTestServices: true })("Every body", (it) => {
  it.effect("is found by its schema", () => Effect.sync(() => assertTrue(bodies.length >= 40, `${bodies.length}`)))

  for (const { endpoint, fields, name, row } of bodies) {
    it.effect(`${name} is 400 for a member that is missing or no such thing, and names it`, () =>
      Effect.gen(function* () {
        const stage = yield* SharedWorld
        const { as = stage.maria.token, body, path } = row(stage).ask
        for (const { field, isOptional } of fields) {
          const { [field]: _, ...others } = recordOf(body)
          const values = [...wrong, ...(isCompared(name, field) ? [] : broken)]
          const bodies = values.map((value): object => ({ ...others, [field]: value }))
          for (const sent of isOptional ? bodies : [others, ...bodies]) {
            const text = JSON.stringify(sent)
            const answer = yield* ask(endpoint.method, path, { as, body: text })
            strictEqual(answer.status, 400, text)
            assertTrue(isFailure(answer).includes(field), `${text} ${answer.text}`)
          }
        }
      })
    )
  }
})

/** The parameters of an endpoint, with the words that each may be, if it is one of some words. */
const parametersOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  listAt(document, "paths", path.replace(":id", "{id}"), method.toLowerCase(), "parameters").flatMap((parameter) =>
    at(parameter, "in") === "query"
      ? [{ parameter: String(at(parameter, "name")), words: listAt(parameter, "schema", "enum").map(String) }]
      : []
  )

const reads = endpoints.flatMap(({ endpoint, group }) => {
  const name = `${group}.${endpoint.name}`
  const [row, parameters] = [rows[name], parametersOf(endpoint)]
  return endpoint.method !== "GET" || row === undefined || parameters.length === 0 ? [] : [{ name, parameters, row }]
})

layer(withWorld, { excludeTestServices: true })("Every query", (it) => {
  it.effect("is found by its parameters", () => Effect.sync(() => assertTrue(reads.length >= 18, `${reads.length}`)))

  for (const { name, parameters, row } of reads) {
    it.effect(`${name} is 400 for a parameter that is malformed or sent twice, and names it and its words`, () =>
      Effect.gen(function* () {
        const stage = yield* SharedWorld
        const { as = stage.maria.token, path } = row(stage).ask
        for (const { parameter, words } of parameters) {
          // A search beside symptoms is refused before either is read.
          const alone = name === "diseases.list" ? "/api/diseases" : path
          const others = alone.replace(new RegExp(`([?&])${parameter}=[^&]*`), "$1")
          const isText = parameter === "search" || parameter === "symptoms"
          const values = isText ? [] : ["-1", "01", "1.5", "x", "2147483648", "a".repeat(501)]
          for (const value of ["%00", `1&${parameter}=1`, ...values]) {
            const query = `${parameter}=${value}`
            const answer = yield* ask("GET", `${others}${others.includes("?") ? "&" : "?"}${query}`, { as })
            strictEqual(answer.status, 400, query)
            const text = isFailure(answer)
            assertTrue(
              [" ", "."].some((next) => text.startsWith(parameter + next)),
              `${query} ${text}`
            )
            // A text that is too long is cut.
            const isWhole = value === "x" && !text.endsWith("…")
            const unnamed = isWhole ? words.filter((word) => !text.includes(word)) : []
            deepStrictEqual(unnamed, [], text)
          }
          if (parameter !== "search") continue
          // Characters are counted, not units of UTF-16.
          for (const [length, isRefused] of [
            [500, false],
            [501, true]
          ] as const) {
            const query = `search=${encodeURIComponent("🧬".repeat(length))}`
            const { status } = yield* ask("GET", `${others}${others.includes("?") ? "&" : "?"}${query}`, { as })
            strictEqual(status === 400, isRefused, query)
          }
        }
      })
    )
  }
})
