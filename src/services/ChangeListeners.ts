import type { Change } from "../domain/Change.ts"

type Listener = (change: Change) => void

/** For this long the end of a credential is delivered to new listeners of its topic: longer than a request takes. */
const endingMillis = 60_000

const aboutPosts: ReadonlySet<Change["kind"]> = new Set(["post", "comment", "like"])

const endings: ReadonlySet<Change["kind"]> = new Set(["session", "api_key", "api_key_secret"])

const topicOf = ({ id, kind, userId }: Change): string => (aboutPosts.has(kind) ? `post ${id}` : `user ${userId}`)

/** The listeners of this process, and the credentials that ended within the last minute. */
export class ChangeListeners {
  readonly #toAll = new Set<Listener>()
  readonly #byTopic = new Map<string, Set<Listener>>()
  readonly #ended: Array<{ readonly change: Change; readonly at: number }> = []

  /** Adds a listener for every change; the result removes it. */
  addToAll(listener: Listener): () => void {
    this.#toAll.add(listener)
    return () => void this.#toAll.delete(listener)
  }

  /**
   * Adds a listener for a topic, and calls it for credentials of the topic that ended lately; the result removes it.
   */
  add(topic: string, listener: Listener, now: number): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(listener))
    for (const change of this.recentlyRevoked(topic, now)) listener(change)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byTopic.get(topic) === listeners) this.#byTopic.delete(topic)
    }
  }

  /** The credentials of a topic that ended lately. */
  recentlyRevoked(topic: string, now: number): ReadonlyArray<Change> {
    this.#forget(now)
    return this.#ended.flatMap(({ change }) => (topicOf(change) === topic ? [change] : []))
  }

  /** Calls the listeners for every change first, so that a listener of a topic reads no stale cache. */
  deliver(change: Change, now: number) {
    this.#forget(now)
    if (endings.has(change.kind)) this.#ended.push({ change, at: now })
    for (const listener of this.#toAll) listener(change)
    const topics = change.kind === "restart" ? this.#byTopic.keys() : [topicOf(change)]
    for (const topic of topics) for (const listener of this.#byTopic.get(topic) ?? []) listener(change)
  }

  #forget(now: number) {
    const first = this.#ended.findIndex(({ at }) => at > now - endingMillis)
    this.#ended.splice(0, first === -1 ? this.#ended.length : first)
  }
}
