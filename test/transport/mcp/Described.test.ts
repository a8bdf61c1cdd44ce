import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Predicate, Schema } from "effect"
import { CommunityTools } from "../../../src/api/tools/CommunityTools.ts"
import { ToolMetadata } from "../../../src/api/tools/Tool.ts"
import { inputSchema, outputSchema } from "../../../src/transport/mcp/JsonSchemas.ts"

const requests = Array.from(CommunityTools.requests.values())

/** Every schema inside a schema, itself included. */
const inside = (schema: unknown): ReadonlyArray<Record<string, unknown>> =>
  Predicate.isRecord(schema)
    ? [
        schema,
        ...Object.values(Predicate.isRecord(schema["properties"]) ? schema["properties"] : {}).flatMap(inside),
        ...(Array.isArray(schema["anyOf"]) ? schema["anyOf"] : []).flatMap(inside),
        ...inside(schema["items"])
      ]
    : []

describe("The description of a tool", () => {
  it("says when to use it, and holds constants only", () => {
    for (const { _tag, annotations } of requests) {
      const about = Context.unsafeGet(annotations, ToolMetadata)
      assertTrue(about.title.length > 0 && about.title.length <= 60, _tag)
      assertTrue(about.description.length >= 60, `${_tag} says too little`)
    }
  })

  it("describes every argument", () => {
    for (const { _tag, payloadSchema } of requests) {
      for (const [name, argument] of Object.entries(inputSchema(payloadSchema).properties)) {
        assertTrue("description" in argument, `${_tag}: ${name}`)
      }
    }
  })

  it("is an object at the top, without references, and its arguments are never null", () => {
    for (const { _tag, payloadSchema, successSchema } of requests) {
      const input = inputSchema(payloadSchema)
      const output = outputSchema(successSchema)
      deepStrictEqual([input.type, output.type], ["object", "object"])
      assertTrue(Object.keys(output.properties).length > 0, _tag)
      assertTrue(!/\$(ref|id|schema|defs)/.test(JSON.stringify([input, output])), _tag)
      assertTrue(!JSON.stringify(input).includes("null"), _tag)
      for (const schema of inside(output)) assertTrue(!/^a (string|number)/.test(String(schema["description"])), _tag)
    }
  })

  it("says that a tool takes no other arguments than those it lists", () => {
    for (const { _tag, payloadSchema } of requests) {
      strictEqual(inputSchema(payloadSchema).additionalProperties, false, _tag)
    }
  })

  it("of a union of results lists the members of both, and the required ones of each", () => {
    const one = Schema.Struct({ data: Schema.Array(Schema.String), tags: Schema.Array(Schema.Int) })
    const other = Schema.Struct({ id: Schema.Int, tags: Schema.Array(Schema.String) })
    deepStrictEqual(outputSchema(Schema.Union(one, other)), {
      type: "object",
      properties: {
        data: { type: "array", items: { type: "string" } },
        tags: {
          anyOf: [
            { type: "array", items: { type: "integer" } },
            { type: "array", items: { type: "string" } }
          ]
        },
        id: { type: "integer" }
      },
      anyOf: [{ required: ["data", "tags"] }, { required: ["id", "tags"] }]
    })
  })

  it("of a tool without arguments is an object without properties", () => {
    const none = { type: "object", properties: {}, additionalProperties: false } as const
    deepStrictEqual(inputSchema(Schema.Void), none)
    deepStrictEqual(inputSchema(Schema.Struct({})), none)
  })

  it("keeps a member that is called like a keyword", () => {
    const schema = outputSchema(Schema.Struct({ title: Schema.String, required: Schema.Int, at: Schema.DateTimeUtc }))
    deepStrictEqual(schema.properties, {
      title: { type: "string" },
      required: { type: "integer" },
      at: { type: "string", format: "date-time" }
    })
  })

  it("calls those read-only that count as reads, and only the deletion of a post destructive", () => {
    for (const { _tag, annotations } of requests) {
      const { destructive, facts, readOnly } = Context.unsafeGet(annotations, ToolMetadata)
      strictEqual(
        readOnly,
        facts.scopes.every((scope) => scope === "read")
      )
      strictEqual(destructive, _tag === "delete_post")
    }
  })
})
