import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, type Effect, Predicate } from "effect"
import type { send } from "./Members.ts"

/** The response to a raw request. */
export type Answer = Effect.Effect.Success<ReturnType<typeof send>>

/** The member of a body at a path; undefined where there is none. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => (Predicate.hasProperty(inner, key) ? inner[key] : undefined), value)

/** The same as a list; an empty one where there is none. */
export const listAt = (value: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const list = at(value, ...path)
  return Array.isArray(list) ? list : []
}

/** A body as a record; an empty one where it is none. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (Predicate.isRecord(value) ? value : {})

/** The members of a record, in the order of the alphabet. */
export const membersOf = (value: unknown): ReadonlyArray<string> => Object.keys(recordOf(value)).sort()

/** One member of each item of a page: the ids unless another is named. */
export const eachOf = ({ body }: Answer, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> =>
  listAt(body, "data").map((item) => at(item, ...(path.length === 0 ? ["id"] : path)))

/** Where a page stands, its cursor aside: that is opaque, and `Cursors.test.ts` follows it. */
export const placeOf = ({ body }: Answer): Readonly<Record<string, unknown>> => {
  const { nextCursor: _, ...place } = recordOf(at(body, "pagination"))
  return place
}

/** A time as the contract writes it: ISO 8601, UTC, with milliseconds. */
export const isTime = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

/** That a request was refused under this status, with an `{ "error": text }` and nothing else; answers the text. */
export const refused = ({ body, headers, status }: Answer, expected: number): string => {
  const error = at(body, "error")
  const type = headers["content-type"]
  strictEqual(status, expected)
  deepStrictEqual({ type, body }, { type: "application/json", body: { error } })
  assertTrue(typeof error === "string" && error !== "")
  return typeof error === "string" ? error : ""
}

/** That a request was refused, in words that say what was wrong with it. */
export const refusedFor = (answer: Answer, expected: number, why: RegExp): void => {
  const text = refused(answer, expected)
  assertTrue(why.test(text), `${text} does not tell ${why}`)
}

/** A text of exactly so many code points, most of them astral (two UTF-16 units each), that begins as given. */
export const long = (codePoints: number, beginning = ""): string =>
  beginning + "🧬".repeat(codePoints - Array.fromIterable(beginning).length)
