import { type Change, endingOf } from "../domain/Change.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import { type CloseReason, type EventStream, eventText } from "./EventStream.ts"

/** How many changes a client may fall behind that does not take what was sent. */
const maxMissed = 256

/** Somebody who follows their notifications on one stream. */
export class Follower {
  readonly user: SignedInUser
  /** The last notification that was sent. */
  lastId: number
  readonly #stream: EventStream
  #missedChanges = 0
  #isStale = false

  constructor(stream: EventStream, user: SignedInUser, lastId: number) {
    this.#stream = stream
    this.user = user
    this.lastId = lastId
  }

  get blocked(): boolean {
    return this.#stream.blocked
  }

  /** Sends a notification that was not sent yet. Who is blocked now gets it from the database later. */
  notify(id: number, text: string) {
    if (this.blocked || id <= this.lastId) return
    this.#stream.write(text)
    this.lastId = id
  }

  /** Sends what is told once and not stored. Who is blocked now is told to read anew later. */
  tell(text: string) {
    if (!this.blocked) return this.#stream.write(text)
    this.#isStale = true
    this.#missed()
  }

  ping() {
    if (!this.blocked) this.#stream.write(": ping\n\n")
  }

  /** The end of the credential ends the stream; so does falling behind too far. */
  changed(change: Change) {
    const ending = endingOf(change, this.user.credential)
    if (ending !== undefined) this.close(ending)
    else if (change.kind === "notification" && this.blocked) this.#missed()
  }

  /** Calls `resume` each time the client has taken all that was sent. */
  onDrain(resume: () => void) {
    this.#stream.onDrain(() => {
      if (this.#isStale) this.#stream.write(eventText("resync", {}))
      this.#isStale = false
      this.#missedChanges = 0
      resume()
    })
  }

  close(reason: CloseReason) {
    this.#stream.close(reason)
  }

  #missed() {
    if (++this.#missedChanges > maxMissed) this.close("slow")
  }
}

/** What the streams of one member have in common: what is to be told, and whether somebody is telling it. */
export class Inbox {
  readonly user: SignedInUser
  readonly followers = new Set<Follower>()
  readonly #deliver: () => void
  readonly #empty: () => void
  #delivering = false
  #changed = false
  #read: Array<number> = []

  constructor(user: SignedInUser, deliver: () => void, empty: () => void) {
    this.user = user
    this.#deliver = deliver
    this.#empty = empty
  }

  join(follower: Follower) {
    this.followers.add(follower)
    follower.onDrain(() => this.#wake())
    this.#wake()
  }

  leave(follower: Follower) {
    this.followers.delete(follower)
    if (this.followers.size === 0) this.#empty()
  }

  changed(change: Change) {
    for (const follower of this.followers) follower.changed(change)
    if (change.kind === "notifications_read") this.#read.push(change.id)
    if (change.kind === "notification" || change.kind === "notifications_read") this.#wake()
  }

  /** Who can be told something now. */
  ready(): ReadonlyArray<Follower> {
    return Array.from(this.followers).filter(({ blocked }) => !blocked)
  }

  /** Whether there is something to deliver; from now on what comes is for the next time. */
  begin(): boolean {
    this.#delivering = this.#changed
    this.#changed = false
    return this.#delivering
  }

  /** A delivery failed: `retry` begins it again. */
  interrupted() {
    this.#delivering = false
    this.#changed = true
  }

  /** Delivers what could not be delivered when it came; nothing where nothing is left. */
  retry() {
    if (this.#changed && !this.#delivering) this.#wake()
  }

  /** The ids that were marked read and have not been told, 0 standing for all of them. */
  get read(): ReadonlyArray<number> {
    return this.#read.slice()
  }

  /** These were told. */
  toldRead(told: ReadonlyArray<number>) {
    this.#read.splice(0, told.length)
  }

  #wake() {
    this.#changed = true
    if (!this.#delivering) {
      this.#delivering = true
      this.#deliver()
    }
  }
}
