/** The ids of what is directly above each id. */
export type Parents = ReadonlyMap<string, ReadonlyArray<string>>

/** Those of the nearest level above an id that are wanted, by ids; none where nothing above is. */
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

/** All that is above an id, itself left out. */
export const allAbove = (parents: Parents, id: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const open = [...(parents.get(id) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) || next === id) continue
    seen.add(next)
    open.push(...(parents.get(next) ?? []))
  }
  return seen
}

/** The nearest members above an id, through whatever is between that is no member; by ids. */
export const membersAbove = (
  parents: Parents,
  id: string,
  isMember: (id: string) => boolean
): ReadonlyArray<string> => {
  const seen = new Set([id])
  const members = new Set<string>()
  const open = [...(parents.get(id) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (isMember(next)) members.add(next)
    else open.push(...(parents.get(next) ?? []))
  }
  return Array.from(members).sort()
}

/** A hierarchy without cycles, in an order in which parents come before what is below them. */
export interface Ordered {
  readonly order: ReadonlyArray<string>
  readonly parents: Parents
  /** What was left out because it closed a cycle: who, and the parent that it is not given. */
  readonly cyclic: ReadonlyArray<readonly [id: string, parent: string]>
}

/** Puts ids in order, parents first; a parent that would close a cycle is left out, and so is one that is no id here. */
export const inOrder = (ids: ReadonlyArray<string>, parents: Parents): Ordered => {
  const known = new Set(ids)
  const state = new Map<string, "open" | "done">()
  const order: Array<string> = []
  const kept = new Map<string, ReadonlyArray<string>>()
  const cyclic: Array<readonly [string, string]> = []

  // Not by recursion: a chain of thousands would be too deep for the stack.
  for (const start of ids.toSorted()) {
    const path: Array<{ readonly id: string; readonly rest: Array<string> }> = []
    const enter = (id: string) => {
      state.set(id, "open")
      kept.set(id, [])
      path.push({
        id,
        rest: (parents.get(id) ?? [])
          .filter((parent) => known.has(parent))
          .toSorted()
          .reverse()
      })
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
