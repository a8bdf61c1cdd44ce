/** The ids directly above each id. */
export type Parents = ReadonlyMap<string, ReadonlyArray<string>>

/** The ids that satisfy a predicate on the nearest level above an id that has any, sorted. */
export const nearestAbove = (
  parents: Parents,
  id: string,
  isWanted: (id: string) => boolean
): ReadonlyArray<string> => {
  const seen = new Set([id])
  let level = [id]
  while (level.length > 0) {
    const above = new Set(level.flatMap((one) => parents.get(one) ?? []).filter((one) => !seen.has(one)))
    for (const one of above) seen.add(one)
    const wanted = Array.from(above).filter(isWanted)
    if (wanted.length > 0) return wanted.sort()
    level = Array.from(above)
  }
  return []
}

/** The ids above an id, each once; a branch ends at an id for which `isEnd` holds. */
function* ancestors(parents: Parents, id: string, isEnd: (id: string) => boolean = () => false): Generator<string> {
  const seen = new Set([id])
  const open = [...(parents.get(id) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    yield next
    if (!isEnd(next)) open.push(...(parents.get(next) ?? []))
  }
}

export const allAbove = (parents: Parents, id: string): ReadonlySet<string> => new Set(ancestors(parents, id))

/** The nearest members on each branch above an id, sorted. */
export const membersAbove = (parents: Parents, id: string, isMember: (id: string) => boolean): ReadonlyArray<string> =>
  Array.from(ancestors(parents, id, isMember))
    .filter(isMember)
    .sort()

/** A hierarchy without cycles. */
export interface Ordered {
  /** Parents come before their children. */
  readonly order: ReadonlyArray<string>
  readonly parents: Parents
  /** The links that were dropped because they closed a cycle. */
  readonly cyclic: ReadonlyArray<readonly [id: string, parent: string]>
}

/** Sorts ids topologically, parents first. Drops links that close a cycle, and links to unknown ids. */
export const topologicalOrder = (ids: ReadonlyArray<string>, parents: Parents): Ordered => {
  const known = new Set(ids)
  const state = new Map<string, "open" | "done">()
  const order: Array<string> = []
  const kept = new Map<string, ReadonlyArray<string>>()
  const cyclic: Array<readonly [string, string]> = []

  // A recursion over a chain of thousands would overflow the stack.
  for (const start of ids.toSorted()) {
    const path: Array<{ readonly id: string; readonly rest: Array<string> }> = []
    const enter = (id: string) => {
      state.set(id, "open")
      kept.set(id, [])
      const above = (parents.get(id) ?? []).filter((parent) => known.has(parent))
      path.push({ id, rest: above.toSorted().reverse() })
    }
    if (!state.has(start)) enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { id, rest } = top
      const parent = rest.pop()
      if (parent === undefined) {
        state.set(id, "done")
        order.push(id)
        path.pop()
      } else if (state.get(parent) === "open") cyclic.push([id, parent])
      else {
        kept.set(id, [...(kept.get(id) ?? []), parent])
        if (!state.has(parent)) enter(parent)
      }
    }
  }
  return { order, parents: kept, cyclic }
}
