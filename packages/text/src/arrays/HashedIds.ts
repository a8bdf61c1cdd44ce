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
