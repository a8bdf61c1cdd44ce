import { Predicate } from "effect"

type Keywords = Record<string, unknown>

/** Recognises Effect's descriptions of its filters, such as `a number between 1 and 100`; ours are sentences. */
export const isOfFilter = (description: unknown): boolean =>
  typeof description === "string" && /^an? /.test(description)

const isTime = (description: unknown) => description === "a string to be decoded into a DateTime.Utc"

/** Applies `plainSchema` to schemas by name. */
export const plainSchemas = (schemas: object): Record<string, object> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plainSchema(schema)]))

/** Keywords that hold schemas: one, a list of them, or some by name. */
const one = ["items", "additionalProperties", "not"]
const several = ["anyOf", "oneOf", "allOf", "prefixItems"]
const named = ["properties", "patternProperties"]

const plainKeyword = (keyword: string, value: unknown): unknown => {
  if (several.includes(keyword) && Array.isArray(value)) return value.map(plainSchema)
  if (!Predicate.isRecord(value)) return value
  if (named.includes(keyword)) return plainSchemas(value)
  return one.includes(keyword) ? plainSchema(value) : value
}

/**
 * Removes from a JSON Schema of Effect the ids of its own schemas, the titles and descriptions of its filters, such as
 * `between(1, 100)`, and empty lists. Times get their `format`.
 */
export const plainSchema = (schema: object): Keywords => {
  const { $id: _id, description, required, title: _title, ...rest }: Keywords = { ...schema }
  return {
    ...Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, plainKeyword(keyword, value)])),
    ...(description === undefined || isOfFilter(description) ? {} : { description }),
    ...(isTime(description) ? { format: "date-time" } : {}),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {})
  }
}
