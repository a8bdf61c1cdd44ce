/** The place of an id in a rising list, or the place where it belongs. */
export const placeOf = (list: ReadonlyArray<number>, id: number): number => {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((list[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return from
}

/** Adds an id to a rising list; most ids are greater than all before them. */
export const insert = (list: Array<number>, id: number): void => {
  if (list.length === 0 || (list.at(-1) ?? 0) < id) list.push(id)
  else list.splice(placeOf(list, id), 0, id)
}

export const remove = (list: Array<number>, id: number): void => {
  const place = placeOf(list, id)
  if (list[place] === id) list.splice(place, 1)
}

/** Adds an id to the rising list of a key. */
export const insertAt = <Key>(lists: Map<Key, Array<number>>, key: Key, id: number): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [id])
  else insert(list, id)
}
