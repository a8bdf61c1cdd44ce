import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { peerTemplate, template, urlOf } from "../Database.ts"
import { percentile } from "../driver/Load.ts"
import { say } from "../driver/Report.ts"
import { freePort, ours } from "../Server.ts"
import type { Size } from "../seed/Community.ts"
import { peer } from "./Sides.ts"

const times = 5
const askEveryMillis = 5
const startTimeoutMillis = 60_000

interface Command {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly variables: Readonly<Record<string, string>>
}

/** From the command to the first answer with posts in it, in milliseconds. */
const first = async ({ args, command, folder, variables }: Command): Promise<number> => {
  const { HOME = "", PATH = "" } = process.env
  const port = await freePort()
  const began = performance.now()
  const child = spawn(command, args, {
    cwd: folder,
    env: { HOME, PATH, PORT: String(port), ...variables },
    stdio: "ignore"
  })
  const ended = new Promise((resolve) => child.once("exit", resolve))
  let isAnswered = false
  while (!isAnswered) {
    if (child.exitCode !== null || performance.now() - began > startTimeoutMillis) {
      child.kill()
      throw new Error("the server did not answer")
    }
    isAnswered = await fetch(`http://127.0.0.1:${port}/api/posts`).then(
      ({ ok }) => ok,
      () => false
    )
    if (!isAnswered) await new Promise((resolve) => setTimeout(resolve, askEveryMillis))
  }
  const took = performance.now() - began
  child.kill("SIGTERM")
  await ended
  return took
}

const report = async (name: string, target: string, command: Command) => {
  const took: Array<number> = []
  for (let time = 0; time < times; time++) took.push(await first(command))
  const all = took.map((millis) => Math.round(millis)).join(", ")
  say(`start to first answer: ${name}: ${Math.round(percentile(took, 0.5))} ms (${all})${target}`)
}

/** `npm start` on data that is there, embedded and on a server, beside the peer's start. */
export const startUp = async (size: Size) => {
  const data = mkdtempSync(join(tmpdir(), "community-bench-"))
  const { args, folder = "", variables } = ours({})
  const npm = { command: "npm", args: ["start", "--silent"], folder }
  await first({ ...npm, variables: { ...variables, DATA_DIR: data } })
  await report("npm start, embedded", "   target: <= 1500 ms", { ...npm, variables: { ...variables, DATA_DIR: data } })
  rmSync(data, { recursive: true, force: true })
  const seeded = await template(size)
  const database = { DATABASE_URL: urlOf(seeded) }
  const node = { command: process.execPath, folder }
  await report("ours, PostgreSQL", "", { ...node, args, variables: { ...variables, ...database } })
  const { args: peersArgs } = peer({})
  await report("peer, PostgreSQL", "", {
    ...node,
    args: peersArgs,
    variables: { DATABASE_URL: urlOf(await peerTemplate(seeded)) }
  })
}
