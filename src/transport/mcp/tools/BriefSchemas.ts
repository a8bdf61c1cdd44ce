import { Predicate, Record } from "effect"
import type { ObjectSchema } from "../JsonSchemas.ts"

type Keywords = Readonly<Record<string, unknown>>

// Every conversation of an agent carries the list of tools, so its schemas say only what helps to make a call and to find
// one's way in a result. `outputSchema` has all of it, and results are tested against that.

/** The members whose items are described: the records of a list. */
const recordLists: ReadonlySet<string> = new Set(["data", "comments"])

const formsOf = ({ anyOf }: Keywords): ReadonlyArray<Keywords> =>
  Array.isArray(anyOf) ? anyOf.filter(Predicate.isRecord) : []

/** The type of a plain value; nothing for lists and records, which show theirs. */
const typeOf = (schema: Keywords): Keywords => {
  const forms = formsOf(schema)
  const types = forms.length === 0 ? [schema["type"]] : Array.from(new Set(forms.map((form) => form["type"])))
  const isPlain = types.every((type) => Predicate.isString(type) && type !== "array" && type !== "object")
  return isPlain ? { type: types.length === 1 ? types[0] : types } : {}
}

/** The names of the members of a list's records, whose values show their types. */
const namesOf = (properties: unknown): Keywords =>
  Record.map(Predicate.isRecord(properties) ? Record.filter(properties, Predicate.isRecord) : {}, () => ({}))

const memberOf = (schema: Keywords, name: string): Keywords => {
  const items = recordLists.has(name) ? schema["items"] : undefined
  return Predicate.isRecord(items)
    ? { type: "array", items: { type: "object", properties: namesOf(items["properties"]) } }
    : typeOf(schema)
}

/** An output with the types of its members, and the names of the members of a list's records. */
export const briefOutput = ({ properties }: ObjectSchema): ObjectSchema => ({
  type: "object",
  properties: Record.map(Record.filter(properties, Predicate.isRecord), memberOf)
})

/**
 * What needs no mention: an id is a positive number, a text is not empty, a UUID is ASCII. Examples are for readers of
 * documents.
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
