import { setTimeout as sleep } from "node:timers/promises"
import { Random } from "../../bench/driver/Random.ts"
import { at } from "../support/Wire.ts"
import { ask, type Entry, reasonOf, restSpeaker } from "./Calls.ts"
import { emptyHistory, type History } from "./History.ts"
import { type Generation, mcpSpeaker } from "./McpSpeakers.ts"
import { Member, type Scene } from "./Member.ts"
import { Subscriber } from "./Subscriber.ts"
import { postsPerMinute, type World } from "./World.ts"

/** The interfaces that the members use; each also has a stream. */
const speakers: ReadonlyArray<"rest" | Generation> = ["rest", "rest", "rest", "stateless", "session", "legacy"]

/** The one who knows no limit sends a request at this interval in milliseconds. */
const hurriedMillis = 40

interface Account {
  readonly id: number
  readonly token: string
  readonly key: string
}

let registered = 0

/** Repeats calls that a recent restart may still refuse. */
const insist = async <A>(what: () => Promise<A>): Promise<A> => {
  for (let tries = 0; ; tries++) {
    try {
      return await what()
    } catch (error) {
      if (tries === 40) throw error
      await sleep(250)
    }
  }
}

export const register = (url: string, seed: number): Promise<Account> =>
  insist(async () => {
    const username = `m${seed}_${process.pid}_${++registered}`
    const account = { username, email: `${username}@example.org`, password: "correct horse battery" }
    const { body, status, text } = await ask(url, { method: "POST", path: "/api/auth/register", body: account }, {})
    if (status !== 201) throw new Error(`a registration got ${status} ${text}`)
    const token = String(at(body, "token"))
    const headers = { authorization: `Bearer ${token}` }
    const made = await ask(url, { method: "POST", path: "/api/auth/apikeys", body: { name: "agent" } }, headers)
    if (made.status !== 201) throw new Error(`an API key got ${made.status} ${made.text}`)
    return { id: Number(at(body, "user", "id")), token, key: String(at(made.body, "key")) }
  })

/** The load of a schedule: members who write, read and follow, and one who is in too much of a hurry. */
export interface Load {
  readonly history: History
  readonly members: ReadonlyArray<Member>
  readonly now: () => number
  /** Forgets every record: commits may be lost, and their ids be given again. */
  readonly forget: () => void
  /** Begins nothing new any more. */
  readonly close: () => void
  /** Waits until every write has been acknowledged, or given up this long after this call. */
  readonly settled: (givesUpAfterMillis: number) => Promise<void>
}

export interface LoadOptions {
  readonly seed: number
  readonly entries: ReadonlyArray<Entry>
  readonly pauseMillis?: readonly [number, number]
  /** The name of what counts the requests of an instance. */
  readonly counterOf: (index: number) => string
}

/** Sends requests that the limit of posts counts and that do nothing, by turns to all instances. */
const hurry = async (world: World, { token }: Account, load: Pick<Load, "history" | "now">, options: Hurry) => {
  const entries = world.entries({ hasNginx: false })
  const pending = new Set<Promise<void>>()
  for (let turn = 0; options.isOpen(); turn++) {
    const index = turn % entries.length
    const counter = options.counterOf(index)
    const sent = ask(
      entries[index]?.url ?? "",
      { method: "POST", path: "/api/posts", body: {} },
      { authorization: `Bearer ${token}` }
    ).then(
      ({ status }) => {
        // Counted by another process than it was sent to: left out.
        if (counter !== options.counterOf(index) || (status !== 400 && status !== 429)) return
        load.history.counted.push({ at: load.now(), counter, isGranted: status === 400 })
      },
      () => undefined
    )
    pending.add(sent)
    await sleep(hurriedMillis)
  }
  await Promise.all(pending)
}

interface Hurry {
  readonly isOpen: () => boolean
  readonly counterOf: (index: number) => string
}

/** Registers members and lets them begin. */
export const startLoad = async (world: World, options: LoadOptions): Promise<Load> => {
  const { entries, seed } = options
  const [direct] = world.entries({ hasNginx: false })
  const accounts: Array<Account> = []
  for (const _ of speakers) accounts.push(await register(direct?.url ?? "", seed))
  const hurried = await register(direct?.url ?? "", seed)

  const history = emptyHistory(accounts.map(({ id }) => id))
  history.limit = { requests: postsPerMinute, windowMillis: 60_000, extraWindows: 0 }
  const began = performance.now()
  const now = () => performance.now() - began
  let isOpen = true
  let givesUpAt = Number.POSITIVE_INFINITY
  let last = 0
  const scene: Scene = {
    history,
    now,
    entries,
    seed,
    posts: [],
    comments: [],
    pauseMillis: options.pauseMillis ?? [5, 60],
    isOpen: () => isOpen,
    givesUpAt: () => givesUpAt,
    nextNumber: () => ++last
  }
  const members = accounts.map(({ id, key, token }, index) => {
    const random = new Random(seed * 1_000 + index)
    const rest = restSpeaker(token)
    const how = speakers[index] ?? "rest"
    const speaker = how === "rest" ? rest : mcpSpeaker(how, key, rest)
    const failed = (details: string) =>
      history.defects.push({ promise: "no call fails but for a fault", object: `member ${id}`, details })
    const noted = (event: History["events"][number]) => void history.events.push(event)
    const subscribers = [0, 1].map(
      (stream) =>
        new Subscriber({
          member: id,
          stream,
          token,
          random: new Random(seed * 2_000 + index * 10 + stream),
          entries,
          now,
          noted,
          failed
        })
    )
    return new Member(id, scene, { random, speaker, token, subscribers })
  })
  const work = [
    ...members.map((member) => member.run()),
    hurry(world, hurried, { history, now }, { isOpen: () => isOpen, counterOf: options.counterOf })
  ]
  const running = Promise.all(work).catch((error: unknown) => {
    history.defects.push({ promise: "the load runs", object: "the load", details: reasonOf(error) })
  })
  return {
    history,
    members,
    now,
    forget: () => {
      scene.posts.length = 0
      scene.comments.length = 0
      for (const member of members) member.forget()
    },
    close: () => {
      isOpen = false
    },
    settled: async (givesUpAfterMillis) => {
      givesUpAt = now() + givesUpAfterMillis
      await running
    }
  }
}
