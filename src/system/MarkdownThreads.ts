import { readFile } from "node:fs/promises"
import type { Worker as Thread } from "node:worker_threads"
import { Effect, Schema } from "effect"
import { type Filtered, type MarkdownRefused, NestedTooDeep, TooCostly } from "../domain/Markdown.ts"
import { causes } from "../markdown/budget.ts"
import { typeScriptThread } from "./TypeScriptThread.ts"

/** What a thread says. */
const Said = Schema.Union(
  Schema.Struct({ ready: Schema.Struct({ threadId: Schema.optional(Schema.Number) }) }),
  Schema.Struct({
    filtered: Schema.Struct({
      content: Schema.String,
      html: Schema.String,
      excerpt: Schema.String,
      text: Schema.String
    })
  }),
  Schema.Struct({ costly: Schema.Struct({ what: Schema.String, remedy: Schema.String }) }),
  Schema.Struct({ deep: Schema.Literal(true) })
)
const decode = Schema.decodeUnknownSync(Said)

/** How many threads there are at most; none runs before the first text that needs one, nor long after the last. */
const maxThreads = 2
const idleMs = 30 * 60_000

/**
 * The work of a text is counted (`markdown/budget.ts`), and takes less than a second. A thread that has used more than
 * this, by the clock where its processor time cannot be read, is at something that is not counted, and is ended.
 */
const limits = { maxCpuMs: 3_000, maxMs: 20_000, watchMs: 500 }

/** A text to filter; `cost` is an estimate by which the cheapest goes first. */
interface Job {
  readonly source: string
  readonly cost: number
  readonly isCostly: boolean
  readonly done: (result: Effect.Effect<Filtered, MarkdownRefused>) => void
  triedBefore: boolean
}

interface Member {
  readonly thread: Thread
  threadId: number | undefined
  isReady: boolean
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

/** The processor time of a thread of this process so far; none where the system does not tell. */
const cpuMsOf = async (threadId: number | undefined): Promise<number | undefined> => {
  if (threadId === undefined) return undefined
  try {
    const [nanoseconds] = (await readFile(`/proc/self/task/${threadId}/schedstat`, "utf8")).split(" ")
    return Number(nanoseconds) / 1e6
  } catch {
    return undefined
  }
}

const tooCostly = Effect.fail(new TooCostly(causes.markup))

/** Threads that filter texts: the cheapest first, and a costly one only while no other costly one is at work. */
class Pool {
  readonly #limits: typeof limits
  readonly #queue: Array<Job> = []
  readonly #members = new Set<Member>()

  constructor(given: typeof limits) {
    this.#limits = given
  }

  /** Filters a text. Who is interrupted takes it out of the queue; if it is costly and at work, its thread is ended. */
  filter(source: string, cost: number, isCostly: boolean): Effect.Effect<Filtered, MarkdownRefused> {
    return Effect.async((resume) => {
      const job: Job = { source, cost, isCostly, done: resume, triedBefore: false }
      this.#queue.push(job)
      this.#assign()
      return Effect.sync(() => this.#abandon(job))
    })
  }

  /** Ends all threads; to be called once. */
  readonly close = Effect.promise(async () => {
    this.#queue.length = 0
    await Promise.all(Array.from(this.#members, (member) => this.#end(member)))
  })

  #abandon(job: Job): void {
    const place = this.#queue.indexOf(job)
    if (place !== -1) this.#queue.splice(place, 1)
    else if (job.isCostly) for (const member of this.#members) if (member.job === job) void this.#end(member)
  }

  #assign(): void {
    const members = Array.from(this.#members)
    const mayBeCostly = !members.some(({ job }) => job?.isCostly)
    const next = this.#queue
      .filter(({ isCostly }) => mayBeCostly || !isCostly)
      .reduce<Job | undefined>((best, job) => (best === undefined || job.cost < best.cost ? job : best), undefined)
    const free = members.find(({ isReady, job }) => isReady && job === undefined)
    if (next === undefined || free === undefined) {
      // Also while only costly texts wait, so that a cheap one finds a thread.
      const isStarting = members.some(({ isReady }) => !isReady)
      if (this.#queue.length > 0 && free === undefined && !isStarting && members.length < maxThreads) this.#start()
      return
    }
    this.#queue.splice(this.#queue.indexOf(next), 1)
    this.#give(free, next)
    this.#assign()
  }

  #start(): void {
    const thread = typeScriptThread(new URL("./MarkdownWorker.ts", import.meta.url), { maxOldGenerationSizeMb: 512 })
    const member: Member = { thread, threadId: undefined, isReady: false, job: undefined, timer: undefined }
    this.#members.add(member)
    thread.unref()
    thread.on("error", () => undefined) // its exit follows
    thread.on("message", (message: unknown) => this.#hear(member, decode(message)))
    thread.on("exit", () => this.#ended(member))
  }

  #give(member: Member, job: Job): void {
    member.job = job
    clearTimeout(member.timer)
    void this.#watch(member, job)
    member.thread.postMessage(job.source)
  }

  #hear(member: Member, said: typeof Said.Type): void {
    const { job } = member
    clearTimeout(member.timer)
    member.job = undefined
    if ("ready" in said) {
      member.isReady = true
      member.threadId = said.ready.threadId
    } else if ("filtered" in said) job?.done(Effect.succeed(said.filtered))
    else job?.done(Effect.fail("costly" in said ? new TooCostly(said.costly) : new NestedTooDeep()))
    member.timer = setTimeout(() => void this.#end(member), idleMs).unref()
    this.#assign()
  }

  /** Ends a thread whose text takes more than any may, and refuses the text. */
  async #watch(member: Member, job: Job): Promise<void> {
    const startedAt = performance.now()
    const cpuAtStart = await cpuMsOf(member.threadId)
    const look = async () => {
      const cpu = await cpuMsOf(member.threadId)
      if (member.job !== job) return
      const isOver =
        cpu === undefined || cpuAtStart === undefined
          ? performance.now() - startedAt > this.#limits.maxMs
          : cpu - cpuAtStart > this.#limits.maxCpuMs
      if (isOver) {
        job.done(tooCostly)
        void this.#end(member)
      } else member.timer = setTimeout(() => void look(), this.#limits.watchMs).unref()
    }
    if (member.job === job) await look()
  }

  async #end(member: Member): Promise<void> {
    this.#members.delete(member)
    clearTimeout(member.timer)
    member.job = undefined
    await member.thread.terminate()
    this.#assign()
  }

  /** A text whose thread ended by itself is tried once more: it need not be the text's fault. */
  #ended(member: Member): void {
    if (!this.#members.delete(member)) return
    clearTimeout(member.timer)
    const { job } = member
    if (job?.triedBefore) job.done(tooCostly)
    else if (job !== undefined) {
      job.triedBefore = true
      this.#queue.push(job)
    }
    this.#assign()
  }
}

/** A pool of such threads, which end with the scope. */
export const markdownThreads = (given = limits) =>
  Effect.acquireRelease(
    Effect.sync(() => new Pool(given)),
    (pool) => pool.close
  )
