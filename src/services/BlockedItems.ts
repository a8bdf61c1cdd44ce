/** How soon and how late a lock is tried again, in milliseconds; between the two, after a quarter of the time so far. */
const soonest = 5
const latest = 100

/**
 * How long all the items of a lock are tried again, in milliseconds; after that one of them stands for the others. Of those
 * whose lock is unknown one is tried ahead from the beginning: each such try may take as long as a lock is waited for.
 */
const allTriedFor = 100

/** The items that wait for one lock. */
interface Group<Item> {
  readonly since: number
  dueAt: number
  /** Whether some were taken to be tried again and have not come back: the lock is free, as far as is known. */
  isTried: boolean
  items: Array<Item>
}

/** An item that is tried again. */
export interface Due<Item> {
  readonly item: Item
  readonly by: string | undefined
}

/**
 * Items that could not be written, by the lock that each needs (`Blocked.by`). A lock that is held for a moment delays its
 * items by a few milliseconds, and one that is held for long is tried ten times a second by a single item.
 */
export class BlockedItems<Item extends { readonly until: number }> {
  readonly #groups = new Map<string | undefined, Group<Item>>()

  get size(): number {
    let size = 0
    for (const { items } of this.#groups.values()) size += items.length
    return size
  }

  /** An item is blocked now, maybe again. */
  add(by: string | undefined, item: Item, now: number) {
    const group = this.#groups.get(by) ?? { since: now, dueAt: now, isTried: false, items: [] }
    group.items.push(item) // at the end, so that another one stands for all next time
    group.isTried = false
    group.dueAt = now + Math.min(latest, Math.max(soonest, (now - group.since) / 4))
    this.#groups.set(by, group)
  }

  /** When the next of them are due; nothing while there is none. */
  nextAt(): number | undefined {
    let next: number | undefined
    for (const { dueAt, items } of this.#groups.values()) {
      if (items.length > 0) next = Math.min(next ?? dueAt, dueAt)
    }
    return next
  }

  /** Takes those that are to be tried again now, at most so many. To be asked again once they were tried. */
  takeDue(now: number, limit: number): ReadonlyArray<Due<Item>> {
    const taken: Array<Due<Item>> = []
    for (const [by, group] of this.#groups) {
      if (group.dueAt > now) continue
      if (group.items.length === 0) this.#groups.delete(by)
      const isWhole = group.isTried || (by !== undefined && now - group.since < allTriedFor)
      for (const item of group.items.splice(0, Math.min(limit - taken.length, isWhole ? limit : 1))) {
        taken.push({ item, by })
        group.isTried = true
      }
    }
    return taken
  }

  /** Takes those that may not wait any longer. */
  takeExpired(now: number): ReadonlyArray<Item> {
    const expired: Array<Item> = []
    for (const group of this.#groups.values()) {
      if (group.dueAt > now) continue
      for (const item of group.items) if (item.until <= now) expired.push(item)
      group.items = group.items.filter(({ until }) => until > now)
    }
    return expired
  }

  takeAll(): ReadonlyArray<Item> {
    const all = Array.from(this.#groups.values()).flatMap(({ items }) => items)
    this.#groups.clear()
    return all
  }
}
