import { JSONSchema, Predicate, Record, type Schema } from "effect"
import { plainSchema } from "../../api/document/PlainSchema.ts"

/** The schema of an object, as MCP has it at the top of a tool's input and output. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: "object"
  readonly properties: Record<string, object>
  readonly required?: Array<string>
  readonly additionalProperties?: boolean
}

const isNull = (schema: unknown) => Predicate.hasProperty(schema, "type") && schema.type === "null"

type Keywords = Record<string, unknown>

const isNotEmpty = (schema: ObjectSchema) => Object.keys(schema.properties).length > 0

/** Members of several forms: one that they describe differently is described by all of them. */
const membersOf = (forms: ReadonlyArray<ObjectSchema>): Record<string, object> => {
  const members: Record<string, Array<object>> = {}
  for (const { properties } of forms) {
    for (const [name, schema] of Object.entries(properties)) {
      const known = members[name] ?? []
      if (!known.some((one) => JSON.stringify(one) === JSON.stringify(schema))) members[name] = [...known, schema]
    }
  }
  return Object.fromEntries(
    Object.entries(members).map(([name, schemas]) => [
      name,
      schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas }
    ])
  )
}

/** One of several objects. The top must be an object all the same, so that the forms are told by what each requires. */
const oneOf = (forms: ReadonlyArray<ObjectSchema>): ObjectSchema => ({
  type: "object",
  properties: membersOf(forms),
  anyOf: forms.map(({ required = [] }) => ({ required }))
})

/** An object's schema; undefined of any other. */
const objectOf = ({ properties, required, type }: Keywords): ObjectSchema | undefined => {
  if (type !== "object" || !Predicate.isRecord(properties)) return undefined
  const object = { type, properties: Record.filter(properties, Predicate.isRecord) } as const
  return Array.isArray(required) ? { ...object, required: required.map(String) } : object
}

/** Any schema as an object's: an empty payload and a payload of no members are described by no properties at all. */
const derived = (schema: Schema.Schema.All): ObjectSchema => {
  const whole = plainSchema(
    JSONSchema.fromAST(schema.ast, {
      // Inlined, since simple clients follow no `$ref`; open, since answers may come to hold more.
      definitions: {},
      target: "jsonSchema2020-12",
      topLevelReferenceStrategy: "skip",
      additionalPropertiesStrategy: "allow"
    })
  )
  const forms = Array.isArray(whole["anyOf"]) ? whole["anyOf"].flatMap((form) => objectOf(form) ?? []) : []
  if (forms.some(isNotEmpty)) return oneOf(forms)
  return objectOf(whole) ?? { type: "object", properties: {} }
}

/** An optional argument may be null, and models do better where they are not told. */
const withoutNull = (schema: object): object => {
  const { anyOf, ...rest }: Keywords = { ...schema }
  const others = Array.isArray(anyOf) ? anyOf.filter((one) => !isNull(one)) : []
  return others.length === 1 && Array.isArray(anyOf) && anyOf.length === 2 ? { ...others[0], ...rest } : schema
}

/** What a tool takes, and nothing else: agents guess arguments, and would be told wrong things. */
export const inputSchema = (schema: Schema.Schema.All): ObjectSchema => {
  const { properties, ...rest } = derived(schema)
  return {
    ...rest,
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withoutNull(one)])),
    additionalProperties: false
  }
}

/** What a tool answers, as it is on the wire. */
export const outputSchema = derived
