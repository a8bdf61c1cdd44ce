import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { server } from "../cluster/Cluster.ts"
import { redisServer } from "../redis/RedisServer.ts"
import makeTemplates from "../Templates.ts"

/** The sums of the lines of a log. */
const summed = (log: string) => {
  const sums: Record<string, number> = {}
  for (const line of readFileSync(log, "utf8").split("\n").filter(Boolean)) {
    for (const [name, count] of Object.entries(JSON.parse(line))) sums[name] = (sums[name] ?? 0) + Number(count)
  }
  return sums
}

/** Starts PostgreSQL and Redis, and lets all suites that begin a community run it as three instances. */
export default async (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), "community-parts-"))
  const log = join(folder, "retries.log")
  writeFileSync(log, "")
  const scope = Effect.runSync(Scope.make())
  const { postgres, redis } = await Effect.runPromise(
    Scope.extend(Effect.all({ postgres: server, redis: redisServer }), scope)
  )
  process.env["TEST_DATABASE_URL"] = postgres.url
  process.env["TEST_REDIS_URL"] = redis.url
  project.provide("parts", {
    primary: postgres.url,
    redis: redis.url,
    killMillis: process.env["KILLS"] === "off" ? undefined : [1_000, 4_000],
    log
  })
  const removeTemplates = await makeTemplates(project)
  return async () => {
    await removeTemplates()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    const { kills = 0, requests = 0, retries = 0, sessions = 0, streams = 0 } = summed(log)
    process.stdout.write(
      `${kills} instances were killed during ${requests} requests: ${retries} were sent again, ${sessions} MCP sessions ` +
        `were opened again, ${streams} streams were continued\n`
    )
    rmSync(folder, { recursive: true, force: true })
  }
}
