/** The time for which a write waits for a lock that another transaction holds. */
export const lockTimeout = "10 seconds"

/** Shortest and longest delay before a lock is tried again; in between, a quarter of the time since it was first met. */
const minDelayMillis = 5
const maxDelayMillis = 100

/**
 * For this long all items of a lock are tried again at once; later one of them stands for the others. Items of unknown
 * locks are tried one at a time from the beginning, since such a try may take as long as the lock is waited for.
 */
const allTriedMillis = 100

/** The items that wait for one lock. */
interface Group<Item> {
  readonly since: number
  dueAt: number
  /** Set while items are being tried again and none has come back: the lock seems to be free. */
  isTried: boolean
  items: Array<Item>
}

/** An item to try again, and the lock that blocked it. */
export interface Due<Item> {
  readonly item: Item
  readonly by: string | undefined
}

/**
 * Items that could not be written, grouped by the lock that each needs (`Blocked.by`). A lock that is held for a moment
 * delays its items by a few milliseconds; a lock that is held for long is tried ten times a second by a single item.
 */
export class BlockedItems<Item extends { readonly until: number }> {
  readonly #groups = new Map<string | undefined, Group<Item>>()

  get size(): number {
    let size = 0
    for (const { items } of this.#groups.values()) size += items.length
    return size
  }

  /** Adds an item that was blocked at `now`, maybe again. */
  add(by: string | undefined, item: Item, now: number) {
    const group = this.#groups.get(by) ?? { since: now, dueAt: now, isTried: false, items: [] }
    group.items.push(item) // at the end, so that another one stands for all next time
    group.isTried = false
    group.dueAt = now + Math.min(maxDelayMillis, Math.max(minDelayMillis, (now - group.since) / 4))
    this.#groups.set(by, group)
  }

  /** When the next item is due; undefined while there is none. */
  nextAt(): number | undefined {
    let next: number | undefined
    for (const { dueAt, items } of this.#groups.values()) {
      if (items.length > 0) next = Math.min(next ?? dueAt, dueAt)
    }
    return next
  }

  /** Takes the items to try again now, at most `limit`. To be called again only after they were tried. */
  takeDue(now: number, limit: number): ReadonlyArray<Due<Item>> {
    const taken: Array<Due<Item>> = []
    for (const [by, group] of this.#groups) {
      if (group.dueAt > now) continue
      if (group.items.length === 0) this.#groups.delete(by)
      const isWhole = group.isTried || (by !== undefined && now - group.since < allTriedMillis)
      for (const item of group.items.splice(0, Math.min(limit - taken.length, isWhole ? limit : 1))) {
        taken.push({ item, by })
        group.isTried = true
      }
    }
    return taken
  }

  /** Takes the items that may not wait any longer. */
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
