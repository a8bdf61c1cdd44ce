import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect, Exit, Scope } from "effect"
import { type SilentProxy, silentProxy } from "../process/SilentProxy.ts"
import { Instance, type Options } from "../support/instances/Instance.ts"
import { Nginx } from "../support/instances/Nginx.ts"
import { type RedisServer, redisServer } from "../support/redis/RedisServer.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at, listAt } from "../support/Wire.ts"
import type { Entry } from "./Calls.ts"
import { Postgres } from "./Postgres.ts"

const run = promisify(execFile)

/** The requests a minute that the limit of the load allows; all other limits are off. */
export const postsPerMinute = 15

/** The variables of the instances. */
export interface Shape {
  /** The instances behind nginx, which takes them by turns. */
  readonly hasNginx: boolean
  /** A new database, which all instances migrate at once. */
  readonly isFresh: boolean
  /** Redis for limits and wake-ups; otherwise only PostgreSQL. */
  readonly hasRedis: boolean
}

/** An instance with the networks on both sides of it. */
export interface Seat {
  readonly instance: Instance
  /** From the clients to the instance. */
  readonly front: SilentProxy
  /** From the instance to the primary and to Redis. */
  readonly database: SilentProxy
  readonly redis: SilentProxy
}

/** The instances of a world, and their variables beyond a shape. */
interface WorldOptions {
  readonly count: number
  /** Options of Node that load programs before the server. */
  readonly preload?: ReadonlyArray<string>
  readonly variables?: Readonly<Record<string, string>>
}

/** Ends with the world. */
const scope = Effect.runSync(Scope.make())

const inScope = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

const proxyTo = (url: string) => inScope(silentProxy(url))

/** Instances on PostgreSQL with a replica, and Redis, behind nginx, with a network that can fail between all of them. */
export class World {
  readonly postgres: Postgres
  readonly seats: ReadonlyArray<Seat>
  readonly nginx: Nginx
  readonly redis: RedisServer
  #database = ""
  #databases = 0
  #hasRedis = true

  private constructor(postgres: Postgres, redis: RedisServer, seats: ReadonlyArray<Seat>, nginx: Nginx) {
    this.postgres = postgres
    this.redis = redis
    this.seats = seats
    this.nginx = nginx
  }

  static async start({ count, preload, variables: own = {} }: WorldOptions): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), "community-faults-"))
    const postgres = await Postgres.start(folder)
    const sharedRedis = await inScope(redisServer)
    const removed: Array<() => void> = [postgres.remove, () => Effect.runSync(sharedRedis.signal("SIGKILL"))]
    process.once("exit", () => {
      for (const remove of removed) remove()
      rmSync(folder, { recursive: true, force: true })
    })
    let world: World | undefined
    const seats: Array<Seat> = []
    for (let index = 0; index < count; index++) {
      const database = await proxyTo(postgres.primaryUrl)
      const redis = await proxyTo(sharedRedis.url)
      const variables = () => ({ ...world?.variables({ database, redis }), ...own })
      const options: Options = preload === undefined ? { variables } : { variables, preload }
      const instance = await Instance.make(`instance${index + 1}`, folder, options)
      removed.unshift(() => instance.signal("SIGKILL"))
      seats.push({ instance, database, redis, front: await proxyTo(instance.url) })
    }
    const nginx = await Nginx.start(
      folder,
      seats.map(({ front }) => front.url)
    )
    removed.unshift(nginx.remove)
    world = new World(postgres, sharedRedis, seats, nginx)
    await world.renewDatabase()
    return world
  }

  /** The variables of an instance. */
  variables({ database, redis }: Omit<Seat, "instance" | "front">): Readonly<Record<string, string>> {
    return {
      ...(this.#hasRedis ? { REDIS_URL: redis.url } : {}),
      ...unlimited,
      RATE_LIMIT_POST: String(postsPerMinute),
      CATALOGUE: "starter",
      DATABASE_URL: new URL(this.#database, database.url).href,
      DATABASE_CONNECTIONS: "8",
      LOG_LEVEL: "info",
      TRUST_PROXY: "127.0.0.1"
    }
  }

  /** The database of the instances, on the server that is the primary now. */
  get databaseUrl() {
    return new URL(this.#database, this.postgres.primaryUrl).href
  }

  get instances(): ReadonlyArray<Instance> {
    return this.seats.map(({ instance }) => instance)
  }

  /** Where clients of a shape send their requests. */
  entries({ hasNginx }: Pick<Shape, "hasNginx">): ReadonlyArray<Entry> {
    if (hasNginx) return [{ name: "nginx", url: this.nginx.url }]
    return this.seats.map(({ front, instance }) => ({ name: instance.name, url: new URL(front.url).origin }))
  }

  /** Runs the instances as a shape has them. */
  async take({ hasRedis, isFresh }: Shape) {
    if (isFresh || hasRedis !== this.#hasRedis) {
      this.#hasRedis = hasRedis
      await (isFresh ? this.renewDatabase() : this.#restart())
    }
  }

  async #restart() {
    await Promise.all(this.instances.map((instance) => instance.stop("SIGTERM")))
    await Promise.all(this.instances.map((instance) => instance.start()))
  }

  /** All instances start at once on an empty database, and so migrate it at once. */
  async renewDatabase() {
    await Promise.all(this.instances.map((instance) => instance.stop("SIGTERM")))
    const before = this.#database
    this.#database = `community_${++this.#databases}`
    await this.postgres.createDatabase(this.#database)
    await Promise.all(this.instances.map((instance) => instance.start()))
    if (before !== "") await this.postgres.dropDatabase(before)
  }

  /** The primary may be another server than before. */
  async followPrimary() {
    for (const { database } of this.seats) {
      await Effect.runPromise(Effect.zipRight(database.lead(this.postgres.primaryUrl), database.cut))
    }
  }

  /** Waits until every instance is ready. */
  async ready(timeoutMillis = 40_000) {
    const until = performance.now() + timeoutMillis
    for (const { url } of this.entries({ hasNginx: false })) {
      for (let isReady = false; !isReady; ) {
        if (performance.now() > until)
          throw new Error(`${url} is not ready ${timeoutMillis / 1_000} s after the faults`)
        isReady = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(3_000) }).then(
          ({ ok }) => ok,
          () => false
        )
      }
    }
  }

  /** The findings of the command `check`. */
  async findings(): Promise<ReadonlyArray<string>> {
    const { HOME = "", PATH = "" } = process.env
    const { stdout } = await run(process.execPath, ["dist/server/community.mjs", "check", "--json"], {
      env: { HOME, PATH, DATABASE_URL: this.databaseUrl },
      timeout: 60_000
    }).catch((error: unknown) => ({ stdout: String(at(error, "stdout") ?? error) }))
    return listAt(JSON.parse(stdout), "findings").map((finding) => JSON.stringify(finding))
  }

  async stop() {
    await Promise.all(this.instances.map((instance) => instance.stop("SIGTERM")))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
