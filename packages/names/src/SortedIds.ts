/** The place of an id in a rising list, or the place where it belongs. */
export const insertionIndexOf = (list: ReadonlyArray<number>, id: number): number => {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((list[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * A list up to this long is copied when it grows: an array that grows in place takes room for sixteen more, and most of
 * the hundred thousands of lists of an index have one id or two.
 */
const maxCopied = 16

/** A rising list with an id more: the list itself, or a copy of a short one that grows at its end, as most do. */
export const inserted = (list: Array<number>, id: number): Array<number> => {
  const last = list.at(-1)
  const isLast = last === undefined || last < id
  if (isLast && list.length < maxCopied) return list.concat([id])
  if (isLast) list.push(id)
  else list.splice(insertionIndexOf(list, id), 0, id)
  return list
}

export const remove = (list: Array<number>, id: number): void => {
  const place = insertionIndexOf(list, id)
  if (list[place] === id) list.splice(place, 1)
}

/** Rising ids. One alone is no list, which would take seven times as much: most words and sounds have one. */
export type Ids = number | Array<number>

export const idsOf = (ids: Ids | undefined): ReadonlyArray<number> => (typeof ids === "number" ? [ids] : (ids ?? []))

export const countOf = (ids: Ids | undefined): number => (typeof ids === "number" ? 1 : (ids?.length ?? 0))

export const withId = (ids: Ids | undefined, id: number): Ids =>
  ids === undefined ? id : inserted(typeof ids === "number" ? [ids] : ids, id)

export const withoutId = (ids: Ids | undefined, id: number): Ids => {
  if (typeof ids === "number") return ids === id ? [] : ids
  const left = ids ?? []
  remove(left, id)
  return left
}

/** Adds an id to the rising list of a key. */
export const insertAt = <Key>(lists: Map<Key, Array<number>>, key: Key, id: number): void => {
  const list = lists.get(key)
  const longer = list === undefined ? [id] : inserted(list, id)
  if (longer !== list) lists.set(key, longer)
}
