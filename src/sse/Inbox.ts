import type { Socket } from "node:net"
import { type Change, endingOf } from "../domain/Change.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import { EventStream, eventText } from "./EventStream.ts"

/** How many changes a client may fall behind that does not take what was sent. */
const maxMissed = 256

/** The changes upon which there is something to deliver. */
const wakening: ReadonlySet<Change["kind"]> = new Set(["notification", "notifications_read", "notifications_removed"])

/** Tells a client to read its list of notifications anew. */
export const resync = eventText("resync", "{}")

const ping = Buffer.from(": ping\n\n")

/** Somebody who follows their notifications on one stream, and the one object that is held for it. */
export class Follower extends EventStream {
  readonly credential: SignedInUser["credential"]
  /** The last notification that was sent. */
  lastId: number
  /** In which of the seconds between two pings it is pinged. */
  readonly pingedAt: number
  readonly #inbox: Inbox
  readonly #release: () => void
  #missedChanges = 0
  #isStale = false

  /** `release` is called when the connection is gone. */
  constructor(
    connection: Socket,
    inbox: Inbox,
    user: SignedInUser,
    lastId: number,
    pingedAt: number,
    release: () => void
  ) {
    super(connection)
    this.credential = inbox.shared(user.credential)
    this.lastId = lastId
    this.pingedAt = pingedAt
    this.#inbox = inbox
    this.#release = release
  }

  /** Says who is connected, and what an SSE client waits before it connects again. */
  greet(retryMillis: number, unreadCount: number, isStale: boolean) {
    // With an id, so that a client that is cut off before its first notification comes back to here.
    const connected = eventText("connected", JSON.stringify({ userId: this.#inbox.user.id, unreadCount }), this.lastId)
    this.write(`retry: ${retryMillis}\n\n${connected}${isStale ? resync : ""}`)
  }

  /** Sends a notification that was not sent yet. Who is blocked now gets it from the database later. */
  notify(id: number, event: Uint8Array) {
    if (this.isBlocked || id <= this.lastId) return
    this.write(event)
    this.lastId = id
  }

  /** Sends what is told once and not stored. Who is blocked now is told to read anew later. */
  tell(event: string | Uint8Array) {
    if (!this.isBlocked) return this.write(event)
    this.#isStale = true
    this.#missed()
  }

  ping() {
    if (!this.isBlocked) this.write(ping)
  }

  /** The end of the credential ends the stream; so does falling behind too far. */
  changed(change: Change) {
    const ending = endingOf(change, this.credential)
    if (ending !== undefined) this.close(ending)
    else if (change.kind === "notification" && this.isBlocked) this.#missed()
  }

  protected override drained() {
    if (this.#isStale) this.write(resync)
    this.#isStale = false
    this.#missedChanges = 0
    this.#inbox.wake()
  }

  protected override closed() {
    this.#inbox.leave(this)
    this.#release()
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
  #hasRemoved = false
  #lastCredential: SignedInUser["credential"]

  constructor(user: SignedInUser, deliver: () => void, empty: () => void) {
    this.user = user
    this.#deliver = deliver
    this.#empty = empty
    this.#lastCredential = user.credential
  }

  /** The same credential as one object for all who open streams with it one after the other. */
  shared(credential: SignedInUser["credential"]): SignedInUser["credential"] {
    const { id, kind } = this.#lastCredential
    if (credential.id !== id || credential.kind !== kind) this.#lastCredential = credential
    return this.#lastCredential
  }

  join(follower: Follower) {
    this.followers.add(follower)
    this.wake()
  }

  leave(follower: Follower) {
    this.followers.delete(follower)
    if (this.followers.size === 0) this.#empty()
  }

  changed(change: Change) {
    for (const follower of this.followers) follower.changed(change)
    if (change.kind === "notifications_read") this.#read.push(change.id)
    if (change.kind === "notifications_removed") this.#hasRemoved = true
    if (wakening.has(change.kind)) this.wake()
  }

  /** Who can be told something now. */
  ready(): ReadonlyArray<Follower> {
    return Array.from(this.followers).filter(({ isBlocked }) => !isBlocked)
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
    if (this.#changed && !this.#delivering) this.wake()
  }

  /** The ids that were marked read and have not been told, 0 standing for all of them. */
  get read(): ReadonlyArray<number> {
    return this.#read.slice()
  }

  /** These were told. */
  toldRead(told: ReadonlyArray<number>) {
    this.#read.splice(0, told.length)
  }

  /** Whether notifications were removed since this was asked last. */
  takeRemoved(): boolean {
    const hasRemoved = this.#hasRemoved
    this.#hasRemoved = false
    return hasRemoved
  }

  /** There may be something to deliver. */
  wake() {
    this.#changed = true
    if (!this.#delivering) {
      this.#delivering = true
      this.#deliver()
    }
  }
}
