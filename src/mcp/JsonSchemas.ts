import { JSONSchema, Predicate, type Schema } from "effect"
import { plainSchema, plainSchemas } from "../api/PlainSchema.ts"

/** The schema of an object, as MCP has it at the top of a tool's input and output. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: "object"
  readonly properties: Record<string, object>
  readonly required?: Array<string>
}

const isNull = (schema: unknown) => Predicate.hasProperty(schema, "type") && schema.type === "null"

type Keywords = Record<string, unknown>

/** Any schema as an object's: an empty payload and a payload of no members are described by no properties at all. */
const derived = (schema: Schema.Schema.All): ObjectSchema => {
  const whole = plainSchema(
    JSONSchema.fromAST(schema.ast, {
      // Inlined, since simple clients follow no `$ref`; open, since members that are not named are ignored, as in REST.
      definitions: {},
      target: "jsonSchema2020-12",
      topLevelReferenceStrategy: "skip",
      additionalPropertiesStrategy: "allow"
    })
  )
  const { properties, required, type } = whole
  if (type !== "object" || !Predicate.isObject(properties)) return { type: "object", properties: {} }
  const object = { type, properties: plainSchemas(properties) } as const
  return Array.isArray(required) ? { ...object, required: required.map(String) } : object
}

/** An optional argument may be null, and models do better where they are not told. */
const withoutNull = (schema: object): object => {
  const { anyOf, ...rest }: Keywords = { ...schema }
  const others = Array.isArray(anyOf) ? anyOf.filter((one) => !isNull(one)) : []
  return others.length === 1 && Array.isArray(anyOf) && anyOf.length === 2 ? { ...others[0], ...rest } : schema
}

/** What a tool takes. */
export const inputSchema = (schema: Schema.Schema.All): ObjectSchema => {
  const { properties, ...rest } = derived(schema)
  return {
    ...rest,
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withoutNull(one)]))
  }
}

/** What a tool answers, as it is on the wire. */
export const outputSchema = derived
