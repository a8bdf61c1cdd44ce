import { JSONSchema, Predicate, Record, type Schema } from "effect"
import { plainSchema } from "../../api/document/Document.ts"

/** The JSON Schema of an object. MCP demands one for the input and the output of a tool. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: "object"
  readonly properties: Record<string, object>
  readonly required?: Array<string>
  readonly additionalProperties?: boolean
}

const isNull = (schema: unknown) => Predicate.hasProperty(schema, "type") && schema.type === "null"

type Keywords = Readonly<Record<string, unknown>>

const isNotEmpty = (schema: ObjectSchema) => Object.keys(schema.properties).length > 0

/** The properties of all forms of a union. A property that the forms describe differently is any of these. */
const propertiesOf = (forms: ReadonlyArray<ObjectSchema>): Record<string, object> => {
  const schemasByName: Record<string, Array<object>> = {}
  for (const { properties } of forms) {
    for (const [name, schema] of Object.entries(properties)) {
      const previous = schemasByName[name] ?? []
      if (!previous.some((other) => JSON.stringify(other) === JSON.stringify(schema)))
        schemasByName[name] = [...previous, schema]
    }
  }
  return Object.fromEntries(
    Object.entries(schemasByName).map(([name, schemas]) => [
      name,
      schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas }
    ])
  )
}

/**
 * A union of objects as one object: MCP allows no `anyOf` of objects at the top, so `required` distinguishes the forms.
 */
const unionOf = (forms: ReadonlyArray<ObjectSchema>): ObjectSchema => ({
  type: "object",
  properties: propertiesOf(forms),
  anyOf: forms.map(({ required = [] }) => ({ required }))
})

/** The schema of an object; undefined for any other schema. */
const objectOf = ({ properties, required, type }: Keywords): ObjectSchema | undefined => {
  if (type !== "object" || !Predicate.isRecord(properties)) return undefined
  const object = { type, properties: Record.filter(properties, Predicate.isRecord) } as const
  return Array.isArray(required) ? { ...object, required: required.map(String) } : object
}

/** Derives the JSON Schema of an object. A payload without members has no properties. */
const derive = (schema: Schema.Schema.All): ObjectSchema => {
  const json = plainSchema(
    JSONSchema.fromAST(schema.ast, {
      // Inlined, since simple clients follow no `$ref`. Open, since later versions may add members to a result.
      definitions: {},
      target: "jsonSchema2020-12",
      topLevelReferenceStrategy: "skip",
      additionalPropertiesStrategy: "allow"
    })
  )
  const forms = Array.isArray(json["anyOf"]) ? json["anyOf"].flatMap((form) => objectOf(form) ?? []) : []
  if (forms.some(isNotEmpty)) return unionOf(forms)
  return objectOf(json) ?? { type: "object", properties: {} }
}

/** Hides that an optional argument may be null: models do better without it. */
const withoutNull = (schema: object): object => {
  const { anyOf, ...rest }: Keywords = { ...schema }
  const others = Array.isArray(anyOf) ? anyOf.filter((form) => !isNull(form)) : []
  return others.length === 1 && Array.isArray(anyOf) && anyOf.length === 2 ? { ...others[0], ...rest } : schema
}

/** The input of a tool. It is closed, since agents guess arguments. */
export const inputSchema = (schema: Schema.Schema.All): ObjectSchema => {
  const { properties, ...rest } = derive(schema)
  return {
    ...rest,
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutNull(schema)])),
    additionalProperties: false
  }
}

export const outputSchema = derive

// Every conversation of an agent carries the list of tools, so its schemas say only what helps to make a call and to
// find one's way in a result. `outputSchema` has all of it, and results are tested against that.

const formsOf = ({ anyOf }: Keywords): ReadonlyArray<Keywords> =>
  Array.isArray(anyOf) ? anyOf.filter(Predicate.isRecord) : []

/** The type of a plain value; nothing for lists and records, whose values show theirs. */
const typeOf = (schema: Keywords): Keywords => {
  const forms = formsOf(schema)
  const types = forms.length === 0 ? [schema["type"]] : Array.from(new Set(forms.map((form) => form["type"])))
  const isPlain = types.every((type) => Predicate.isString(type) && type !== "array" && type !== "object")
  return isPlain ? { type: types.length === 1 ? types[0] : types } : {}
}

/** An output with the types of its members. */
export const briefOutput = ({ properties }: ObjectSchema): ObjectSchema => ({
  type: "object",
  properties: Record.map(Record.filter(properties, Predicate.isRecord), typeOf)
})

/**
 * True for a keyword that tells a model nothing: an id is a positive number, a text is not empty, a UUID is ASCII.
 * Examples are for readers of documents.
 */
const isSelfEvident = (keyword: string, value: unknown) =>
  keyword === "examples" ||
  keyword === "pattern" ||
  (keyword === "minimum" && (value === 0 || value === 1)) ||
  (keyword === "maximum" && value === 2_147_483_647) ||
  (keyword === "minLength" && value === 1)

const withoutSelfEvident = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutSelfEvident)
  if (!Predicate.isRecord(schema)) return schema
  const kept = Object.entries(schema).filter(([keyword, value]) => !isSelfEvident(keyword, value))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutSelfEvident(value)]))
}

/** An input with the bounds of its members that a caller might not guess. */
export const briefInput = (schema: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: Record.map(schema.properties, (member) => Object(withoutSelfEvident(member)))
})
