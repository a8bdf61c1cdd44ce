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

/** The rooms of a table without ids. */
const fewestRooms = 1_024

/** Marks in `#rooms`: ids are one higher there. */
const [free, removed] = [0, -1]

const hashOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let place = 0; place < key.length; place++) hash = Math.imul(hash ^ key.charCodeAt(place), 0x01000193)
  return hash ^ (hash >>> 15)
}

/**
 * Ids by texts, of which it keeps the hashes only: a `Map` takes five times the memory without the texts. Whoever reads
 * it can tell the text of an id, and compares it, since other texts have the same hash.
 */
export class HashedIds {
  #rooms = new Int32Array(fewestRooms)
  #hashes = new Int32Array(fewestRooms)
  /** The rooms that are not free. */
  #taken = 0

  /** Adds an id to those of a key; the same id twice is there twice. */
  add(key: string, id: number): void {
    if (this.#taken * 4 >= this.#rooms.length * 3) this.#rebuild()
    this.#put(hashOf(key), id + 1)
  }

  #put(hash: number, room: number): void {
    let place = this.#first(hash)
    while (this.#rooms[place] !== free) place = this.#next(place)
    this.#rooms[place] = room
    this.#hashes[place] = hash
    this.#taken++
  }

  #first(hash: number): number {
    return (hash >>> 0) % this.#rooms.length
  }

  #next(place: number): number {
    return place + 1 === this.#rooms.length ? 0 : place + 1
  }

  /** Makes half of the rooms free. */
  #rebuild(): void {
    const [rooms, hashes] = [this.#rooms, this.#hashes]
    const ids = rooms.reduce((count, room) => count + (room > free ? 1 : 0), 0)
    const size = Math.max(fewestRooms, ids * 2)
    this.#rooms = new Int32Array(size)
    this.#hashes = new Int32Array(size)
    this.#taken = 0
    for (const [place, room] of rooms.entries()) if (room > free) this.#put(hashes[place] ?? 0, room)
  }

  /** The ids of a key, rising, and those of other keys that happen to have the same hash. */
  at(key: string): Array<number> {
    const hash = hashOf(key)
    const ids: Array<number> = []
    for (let place = this.#first(hash); ; place = this.#next(place)) {
      const room = this.#rooms[place] ?? free
      if (room === free) break
      if (room > free && this.#hashes[place] === hash) ids.push(room - 1)
    }
    return ids.length < 2 ? ids : ids.sort((one, other) => one - other)
  }

  /** Removes an id that was added. */
  remove(key: string, id: number): void {
    const hash = hashOf(key)
    for (let place = this.#first(hash); this.#rooms[place] !== free; place = this.#next(place)) {
      if (this.#rooms[place] !== id + 1 || this.#hashes[place] !== hash) continue
      this.#rooms[place] = removed
      return
    }
  }
}
