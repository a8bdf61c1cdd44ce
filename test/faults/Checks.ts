import type { History, Violation } from "./History.ts"

/** Finds the breaches of one promise in a history. */
export type Check = (history: History) => ReadonlyArray<Violation>

export const breach = (promise: string, object: string, details: string): Violation => ({ promise, object, details })

export const times = <A>(items: Iterable<A>): Map<A, number> => {
  const counts = new Map<A, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

export const grouped = <A, K>(items: Iterable<A>, keyOf: (item: A) => K): Map<K, Array<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
