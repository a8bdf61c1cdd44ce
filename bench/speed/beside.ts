import { bytesOf, Connection } from "../driver/Connection.ts"
import { httpLanes } from "../driver/HttpLanes.ts"
import { load, percentile } from "../driver/Load.ts"
import { say, short } from "../driver/Report.ts"
import type { Side } from "./Sides.ts"

const maxCharacters = 20_000
const row = "| one | two | three |\n"
const table = `${row}|---|---|---|\n${row.repeat(maxCharacters)}`.slice(0, maxCharacters)

const readers = 4
const postEveryMillis = 500
const sliceMillis = 2_000
const slices = 3

const posting = async ({ server, world: { members } }: Side, run: () => Promise<void>) => {
  const connection = await Connection.open(server.url)
  const [{ token } = { token: "" }] = members
  const request = bytesOf({ method: "POST", path: "/api/posts", token, body: { title: "A table", content: table } })
  let isPosting = true
  const poster = (async () => {
    while (isPosting) {
      const next = performance.now() + postEveryMillis
      if ((await connection.send(request)) !== 201) throw new Error("a table was refused")
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    }
  })()
  await run()
  isPosting = false
  await poster
  connection.close()
}

/** What reads suffer while a table of the most characters is posted twice a second: list page 1, by four readers. */
export const besideTables = async (sides: readonly [Side, Side]) => {
  for (const side of sides) {
    const found = { alone: [] as number[], beside: [] as number[] }
    const lanes = await httpLanes(side.server.url, readers, () => ({ method: "GET", path: "/api/posts" }))
    const read = async (into: Array<number>) => {
      for (const latency of (await load(lanes, sliceMillis)).latencies) into.push(latency)
    }
    for (let slice = 0; slice < slices; slice++) {
      await read(found.alone)
      await posting(side, () => read(found.beside))
    }
    for (const { close } of lanes) close()
    const [alone, beside] = [percentile(found.alone, 0.99), percentile(found.beside, 0.99)]
    say(
      `reads beside tables: ${side.name}: p99 ${short(alone)} -> ${short(beside)} ms (${short(beside / alone)}), ` +
        `p50 ${short(percentile(found.alone, 0.5))} -> ${short(percentile(found.beside, 0.5))} ms   target: p99 <= 1.5 times its own`
    )
  }
}
