import { setTimeout as sleep } from "node:timers/promises"
import { Random } from "../../bench/driver/Random.ts"
import type { Audience } from "../../src/domain/posts/Audience.ts"
import { at, listAt } from "../support/Wire.ts"
import { ask, type Entry, passing, reasonOf } from "./Calls.ts"
import { register } from "./Load.ts"
import type { World } from "./World.ts"

/** A change of the audience of a post: when it was sent, and when and where it was acknowledged. */
export interface Narrowing {
  readonly audience: Audience
  readonly sentAt: number
  ackedAt: number
  through: string
}

/** A post with a word that no other text has, and the changes of its audience, in order. */
interface Watched {
  readonly id: number
  readonly word: string
  readonly changes: Array<Narrowing>
}

/** Who reads, and for whom posts have to be. */
interface Reader {
  readonly name: string
  readonly token: string | undefined
  readonly audiences: ReadonlySet<Audience>
}

/** For how long other instances may show a post that was narrowed (contract, Audiences). */
const lagMillis = 1_000

/** How much later than the answer of a change an event may be read here that was sent before it. */
const unreadMillis = 250

const [loadMillis, giveUpMillis, posts] = [20_000, 30_000, 4]

const audiences = ["everyone", "members", "disease"] as const

/** The audiences that a post may have had for an instance at some moment from `from` to `until`. */
export const possible = (
  changes: ReadonlyArray<Narrowing>,
  through: string,
  from: number,
  until: number
): ReadonlyArray<Audience> => {
  const isInForce = (change: Narrowing) => change.ackedAt + (change.through === through ? 0 : lagMillis) <= from
  const last = changes.findLastIndex(isInForce)
  return changes.filter(({ sentAt }, index) => index >= last && sentAt <= until).map(({ audience }) => audience)
}

/** A run: members, posts, and what was seen by whom it was not for. */
class Run {
  readonly #entries: ReadonlyArray<Entry>
  readonly #random: Random
  readonly #began = performance.now()
  readonly wrong: Array<string> = []
  readonly posts: Array<Watched> = []
  reads = 0
  changes = 0
  comments = 0
  isOpen = true

  constructor(world: World, seed: number) {
    this.#entries = world.entries({ hasNginx: false })
    this.#random = new Random(seed)
  }

  get #now() {
    return performance.now() - this.#began
  }

  /**
   * Sends a request to any instance until one answers it with success. Gives the body, and where it was answered. A
   * write has an Idempotency-Key: a try that got no answer in time must not be carried out after a later one.
   */
  async done(method: string, path: string, token: string, body?: object) {
    const until = this.#now + giveUpMillis
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": `key${this.#random.upTo(1_000_000_000)}` }
    while (this.#now < until) {
      const entry = this.#random.pick(this.#entries)
      const sent = { method, path, ...(body === undefined ? {} : { body }) }
      const answer = await ask(entry.url, sent, headers).catch((error: unknown) => ({
        status: 0,
        body: reasonOf(error)
      }))
      if (answer.status >= 200 && answer.status < 300) return { body: answer.body, through: entry.name }
      if (answer.status >= 400 && answer.status < 500 && !passing.has(answer.status)) {
        this.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return undefined
      }
      await sleep(100)
    }
    this.wrong.push(`${method} ${path} is not answered for ${giveUpMillis / 1_000} s`)
    return undefined
  }

  /** Publishes a post, and then shows it to one audience after the other, and comments on it. */
  async write(token: string, diseaseId: number, number: number) {
    const word = `canary${this.#random.upTo(1_000_000)}n${number}end`
    const audience = "everyone"
    const body = { title: `About ${word}`, content: `All about ${word}.`, audience, diseaseId }
    const made = await this.done("POST", "/api/posts", token, body)
    const post: Watched = { id: Number(at(made?.body, "id")), word, changes: [] }
    post.changes.push({ audience, sentAt: 0, ackedAt: this.#now, through: made?.through ?? "" })
    this.posts.push(post)
    while (this.isOpen) {
      const change: Narrowing = {
        ...{ audience: this.#random.pick(audiences), sentAt: this.#now },
        ...{ ackedAt: Number.POSITIVE_INFINITY, through: "" }
      }
      post.changes.push(change)
      const changed = await this.done("PATCH", `/api/posts/${post.id}`, token, { audience: change.audience })
      change.through = changed?.through ?? ""
      change.ackedAt = this.#now
      this.changes++
      for (const pause of [0, lagMillis]) {
        await sleep(pause)
        await this.done("POST", `/api/posts/${post.id}/comments`, token, { content: `More of ${word}.` })
      }
      await sleep(this.#random.between(0, 500))
    }
  }

  /** Notes what a text says of posts that are for none of its readers, from one moment to another. */
  #judge(text: string, { audiences, name }: Reader, where: string, through: string, from: number, until: number) {
    for (const { changes, word } of this.posts) {
      if (!text.includes(word)) continue
      const possibly = possible(changes, through, from, until)
      if (possibly.some((audience) => audiences.has(audience))) continue
      const history = changes
        .slice(-4)
        .map(({ ackedAt, audience, through }) => `${audience} ${Math.round(ackedAt)} ${through}`)
      this.wrong.push(`${name} reads ${word} at ${through}${where}, ${Math.round(from)} ms: ${history.join(", ")}`)
    }
  }

  /** Reads all places of posts, one after the other, wherever. */
  async read(reader: Reader) {
    const headers: Readonly<Record<string, string>> =
      reader.token === undefined ? {} : { authorization: `Bearer ${reader.token}` }
    while (this.isOpen) {
      const { id = 0, word = "none" } = this.posts.length === 0 ? {} : this.#random.pick(this.posts)
      const path = this.#random.pick([
        ...[`/api/posts/${id}`, `/api/posts/${id}/comments`, "/api/posts?limit=50", `/api/posts?search=${word}`],
        ...["/feeds/posts.xml", `/posts/${id}`, "/posts", `/feeds/posts/${id}.xml`, `/api/posts/${id}/similar`]
      ])
      const entry = this.#random.pick(this.#entries)
      const from = this.#now
      // A read that is not answered shows nothing.
      const text = await ask(entry.url, { method: "GET", path }, headers).then(
        (answer) => answer.text,
        () => ""
      )
      this.reads++
      const isPublic = path.startsWith("/feeds") || path.startsWith("/posts")
      this.#judge(text, isPublic ? { ...reader, audiences: forVisitors } : reader, path, entry.name, from, this.#now)
      await sleep(this.#random.between(1, 20))
    }
  }

  /** Has the thread of a post open, as a page does, and opens it again when it ends. */
  async listen(reader: Reader) {
    const headers = { cookie: `session=${reader.token}`, "sec-fetch-site": "same-origin" }
    while (this.isOpen) {
      const entry = this.#random.pick(this.#entries)
      const { id = 0 } = this.posts.length === 0 ? {} : this.#random.pick(this.posts)
      const signal = AbortSignal.timeout(this.#random.between(2_000, 15_000))
      await this.#stream(`${entry.url}/live?postId=${id}`, { headers, signal }, reader, entry.name).catch(
        () => undefined
      )
      await sleep(100)
    }
  }

  async #stream(url: string, init: RequestInit, reader: Reader, through: string) {
    const { body, status } = await fetch(url, init)
    if (status !== 200 || body === null) return
    const events = body.pipeThrough(new TextDecoderStream()).getReader()
    for (let next = await events.read(); !next.done; next = await events.read()) {
      this.comments += next.value.split("event: comment\n").length - 1
      this.#judge(next.value, reader, "/live", through, this.#now - unreadMillis, this.#now)
    }
  }
}

const forVisitors: ReadonlySet<Audience> = new Set(["everyone"])
const forMembers: ReadonlySet<Audience> = new Set(["everyone", "members"])
const forConcerned: ReadonlySet<Audience> = new Set(audiences)

/** Kills instances, one at a time, and starts them again. */
const killing = async (world: World, random: Random, run: Run) => {
  while (run.isOpen) {
    await sleep(random.between(1_000, 3_000))
    const instance = random.pick(world.instances)
    await instance.stop("SIGKILL")
    await sleep(random.between(0, 500))
    await instance.start()
  }
}

/** Posts are shown to fewer and more while instances are killed: nobody reads what is not for them. */
export const runAudiences = async (world: World, seed: number) => {
  await world.take({ hasNginx: false, isFresh: false, hasRedis: new Random(seed).next() < 0.5 })
  const run = new Run(world, seed)
  const join = () => register(world.entries({ hasNginx: false })[0]?.url ?? "", seed)
  const [author, stranger, concerned] = [await join(), await join(), await join()]
  const found = await run.done("GET", "/api/diseases?limit=1", author.token)
  const diseaseId = Number(at(listAt(found?.body, "data")[0], "id"))
  await run.done("PATCH", `/api/users/${concerned.id}`, concerned.token, { diseaseIds: [diseaseId] })
  const readers = [
    { name: "visitor", token: undefined, audiences: forVisitors },
    { name: "key", token: concerned.key, audiences: forVisitors },
    { name: "stranger", token: stranger.token, audiences: forMembers },
    { name: "concerned", token: concerned.token, audiences: forConcerned }
  ]
  const work = [
    ...Array.from({ length: posts }, (_, number) => run.write(author.token, diseaseId, number)),
    ...readers.map((reader) => run.read(reader)),
    ...[2, 2, 2, 2, 2, 2, 3].flatMap((index) => (readers[index] === undefined ? [] : [run.listen(readers[index])])),
    killing(world, new Random(seed + 1), run)
  ]
  await sleep(loadMillis)
  run.isOpen = false
  await Promise.all(work)
  await world.ready()
  return {
    changes: run.changes,
    reads: run.reads,
    comments: run.comments,
    wrong: [...run.wrong, ...(await world.findings())]
  }
}
