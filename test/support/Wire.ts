import { ok as assertTrue, deepStrictEqual, strictEqual } from "node:assert/strict"
import { Array, type Effect, Predicate } from "effect"
import type { send } from "./Members.ts"

/** The response to a raw request. */
export type Answer = Effect.Effect.Success<ReturnType<typeof send>>

export const statusesOf = (answers: ReadonlyArray<Pick<Answer, "status">>) => answers.map(({ status }) => status)

/** The member of a body at a path; undefined where there is none. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => (Predicate.hasProperty(inner, key) ? inner[key] : undefined), value)

/** The list at a path of a body; empty where there is none. */
export const listAt = (value: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const list = at(value, ...path)
  return Array.isArray(list) ? list : []
}

/** A body as a record; an empty record for any other body. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (Predicate.isRecord(value) ? value : {})

/** The members of a record, in the order of the alphabet. */
export const membersOf = (value: unknown): ReadonlyArray<string> => Object.keys(recordOf(value)).sort()

/** One member of each item of a page: the ids unless another is named. */
export const eachOf = ({ body }: Answer, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> =>
  listAt(body, "data").map((item) => at(item, ...(path.length === 0 ? ["id"] : path)))

/** The pagination of a page without its cursor, which is opaque, and which `Cursors.test.ts` follows. */
export const placeOf = ({ body }: Answer): Readonly<Record<string, unknown>> => {
  const { nextCursor: _, ...place } = recordOf(at(body, "pagination"))
  return place
}

/** A time as the contract writes it: ISO 8601, UTC, with milliseconds. */
export const isTime = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

/** Asserts that a request was refused under a status, with an `{ "error": text }` and nothing else; gives the text. */
export const refused = ({ body, headers, status }: Answer, expected: number): string => {
  const error = at(body, "error")
  const type = headers["content-type"]
  strictEqual(status, expected)
  deepStrictEqual({ type, body }, { type: "application/json", body: { error } })
  assertTrue(typeof error === "string" && error !== "")
  return typeof error === "string" ? error : ""
}

/** Asserts that a request was refused, with words that match `why`. */
export const refusedFor = (answer: Answer, expected: number, why: RegExp): void => {
  const text = refused(answer, expected)
  assertTrue(why.test(text), `${text} does not match ${why}`)
}

/** A text of a number of code points with a given beginning; most of them are astral (two UTF-16 units each). */
export const long = (codePoints: number, beginning = ""): string =>
  beginning + "🧬".repeat(codePoints - Array.fromIterable(beginning).length)
