import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const run = promisify(execFile)

it("The program of docs/memory.md runs, and its fake replaces the repository", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url))
  const { stdout } = await run(process.execPath, ["--import", "tsx", "test/readme/memory.ts"], { cwd: root })
  const last = stdout.trim().split("\n").at(-1) ?? "" // the log stands before it
  expect(JSON.parse(last)).toEqual([
    ["Who else?", "0 news"],
    ["Who else?", "the news is away"]
  ])
})
