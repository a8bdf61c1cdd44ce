import { Predicate } from "effect"

/** The member of a body at a path; undefined where there is none. `Wire.ts` has the same, for programs of vitest alone. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => (Predicate.hasProperty(inner, key) ? inner[key] : undefined), value)

/** The list at a path of a body; empty where there is none. */
export const listAt = (value: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const list = at(value, ...path)
  return Array.isArray(list) ? list : []
}
