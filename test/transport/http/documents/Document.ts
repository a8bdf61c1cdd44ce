import { Context, Effect, Layer } from "effect"
import type { Defined } from "../../../support/Endpoints.ts"
import { ask, json } from "../../../support/Raw.ts"
import { at, listAt } from "../../../support/Wire.ts"

/** The OpenAPI document as the server of a suite serves it. */
export class Document extends Context.Tag("test/Document")<Document, { readonly served: unknown }>() {
  static readonly layer = Layer.effect(
    Document,
    Effect.map(ask("GET", "/api/openapi.json"), (answer) => ({ served: json(answer) }))
  )
}

/** The path of an endpoint, as the document writes it. */
export const pathOf = ({ endpoint }: Defined) => endpoint.path.replace(/:(\w+)/g, "{$1}")

/** The operation of an endpoint. */
export const operationOf = (defined: Defined) =>
  Effect.map(Document, ({ served }) => at(served, "paths", pathOf(defined), defined.endpoint.method.toLowerCase()))

/** The parameters of an operation, by name. */
export const parametersOf = (operation: unknown) =>
  new Map(listAt(operation, "parameters").map((parameter) => [at(parameter, "name"), parameter]))

/** Resolves a reference of the document; a part without one is given back. */
export const referred = (part: unknown) =>
  Effect.map(Document, ({ served }) => {
    const reference = at(part, "$ref")
    return typeof reference === "string" ? at(served, ...reference.split("/").slice(1)) : part
  })
