import type { Change } from "../domain/Change.ts"
import { LeastRecent } from "../services/LeastRecent.ts"
import { endedBy, type Ground } from "./Dependence.ts"

/** The bytes of an answer; with a part that is written anew each time, between two that are not. */
export interface Bytes {
  readonly before: Buffer
  readonly part?: () => string
  readonly after?: Buffer
}

/** An answer as it was sent, to be sent again. */
export interface KeptAnswer {
  readonly bytes: Bytes
  readonly etag: string
  /** Until when it may be sent, in milliseconds. */
  readonly until: number
}

interface Entry extends KeptAnswer {
  readonly grounds: ReadonlyArray<Ground>
  readonly dropped: (() => void) | undefined
}

/** What keeping an answer costs beside its bytes, and each of its grounds. */
const entryBytes = 1_000
const groundBytes = 250

/** How many grounds that ended while something was read are remembered; of more than these all that is being read is not kept. */
const maxEnded = 10_000

/**
 * Answers by what asked for them, until a change ends them, they are too old, or too many. What is being read while a
 * change is told is not kept: it may be older than the change.
 */
export class KeptAnswers {
  readonly #maxBytes: number
  readonly #entries: LeastRecent<string, Entry>
  readonly #byGround = new Map<Ground, Set<string>>()
  /** How many changes were told, and when each ground was ended last while something was being read. */
  #changes = 0
  readonly #ended = new Map<Ground, number>()
  #reading = 0
  #forgottenAt = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#entries = new LeastRecent(maxBytes, (target, entry) => this.#forget(target, entry))
  }

  get(target: string, now: number): KeptAnswer | undefined {
    const entry = this.#entries.get(target)
    if (entry === undefined || entry.until > now) return entry
    this.#entries.delete(target)
    return undefined
  }

  /** To be called before something is read that may be kept; `end` when it has been, whatever came of it. */
  begin(): number {
    this.#reading += 1
    return this.#changes
  }

  end() {
    this.#reading -= 1
    if (this.#reading === 0) this.#ended.clear()
  }

  /** Keeps what was read since `begin` gave `since`, unless a change has ended it meanwhile. `dropped` is called when it is forgotten. */
  keep(
    target: string,
    answer: KeptAnswer,
    grounds: ReadonlyArray<Ground>,
    since: number,
    dropped?: () => void
  ): boolean {
    const { after, before } = answer.bytes
    const bytes = before.length + (after?.length ?? 0)
    const weight = entryBytes + groundBytes * grounds.length + target.length * 2 + bytes
    if (weight > this.#maxBytes || since < this.#forgottenAt) return false
    if (grounds.some((ground) => (this.#ended.get(ground) ?? 0) > since)) return false
    this.#entries.set(target, { ...answer, grounds, dropped }, weight)
    for (const ground of grounds) {
      const targets = this.#byGround.get(ground) ?? new Set()
      this.#byGround.set(ground, targets.add(target))
    }
    return true
  }

  changed(change: Change) {
    this.#changes += 1
    if (this.#ended.size > maxEnded) {
      this.#ended.clear()
      this.#forgottenAt = this.#changes
    }
    for (const ground of endedBy(change)) {
      if (this.#reading > 0) this.#ended.set(ground, this.#changes)
      for (const target of this.#byGround.get(ground) ?? []) this.#entries.delete(target)
    }
  }

  #forget(target: string, { dropped, grounds }: Entry) {
    for (const ground of grounds) {
      const targets = this.#byGround.get(ground)
      targets?.delete(target)
      if (targets?.size === 0) this.#byGround.delete(ground)
    }
    dropped?.()
  }
}
