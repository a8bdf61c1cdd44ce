import { appendFileSync, chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { Random } from "../../../bench/driver/Random.ts"
import { ownDatabase } from "../Storage.ts"
import { Instance } from "./Instance.ts"
import { startKilling } from "./Killing.ts"
import { Nginx } from "./Nginx.ts"
import { type Retries, retryingProxy } from "./RetryingProxy.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Where suites find the parts of three instances; undefined where suites run in their own process. */
    readonly parts: Parts | undefined
  }
}

/** The servers that instances share. */
export interface Parts {
  readonly primary: string
  readonly redis: string
  /** An instance is killed after a random number of milliseconds, from the least to the most; none where it is undefined. */
  readonly killMillis: readonly [number, number] | undefined
  /** A file with a line of JSON for each community: its kills and retries. */
  readonly log: string
}

const count = 3

/**
 * Three instances behind nginx, on a new community in PostgreSQL, with Redis, until the scope ends. One after the other
 * is killed and started again while the tests run, and clients retry. An instance that logged a defect is a defect of
 * the suite.
 */
export const instancesBehindNginx = (parts: Parts, given: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const database = yield* ownDatabase(parts.primary, "started")
    const shared = { DATABASE_URL: Redacted.value(database), REDIS_URL: parts.redis }
    const variables: Record<string, string> = {
      ...shared,
      DATABASE_CONNECTIONS: "4",
      CATALOGUE: "starter",
      TRUST_PROXY: "127.0.0.1"
    }
    const folder = yield* temporaryFolder
    const instances = yield* stoppedInstances(folder, variables)
    const nginx = yield* Effect.acquireRelease(
      Effect.promise(() =>
        Nginx.start(
          folder,
          instances.map(({ url }) => url)
        )
      ),
      ({ remove }) => Effect.sync(remove)
    )
    const retries: Retries = { requests: 0, retries: 0, sessions: 0, streams: 0 }
    const url = yield* retryingProxy(nginx.url, retries)
    Object.assign(variables, { PUBLIC_URL: url }, given)
    yield* Effect.promise(() => Promise.all(instances.map((instance) => instance.start())))
    if (parts.killMillis !== undefined) yield* killing(instances, parts.killMillis, parts.log, retries)
    yield* Effect.addFinalizer(() => {
      const defects = instances.flatMap((instance) => instance.takeDefects())
      return defects.length === 0 ? Effect.void : Effect.die(new Error(defects.join("\n")))
    })
    return { url, database, shared }
  })

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "community-instances-"))
    chmodSync(path, 0o755) // nginx does not run as root, and keeps large bodies here
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Instances that have not been started. Their variables are read at each start. */
const stoppedInstances = (folder: string, variables: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          Instance.make(`instance${index + 1}`, folder, { variables: () => variables, preload: [] })
        )
      )
    ),
    (all) => Effect.promise(() => Promise.all(all.map((instance) => instance.stop("SIGKILL"))))
  )

const killing = (
  instances: ReadonlyArray<Instance>,
  millis: readonly [number, number],
  log: string,
  retries: Retries
) =>
  Effect.acquireRelease(
    Effect.sync(() => startKilling(instances, new Random(Date.now()), millis)),
    ({ kills, stop }) =>
      Effect.promise(async () => {
        await stop()
        appendFileSync(log, `${JSON.stringify({ ...retries, kills: kills() })}\n`)
      })
  )
