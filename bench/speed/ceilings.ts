import { adminUrl, urlOf } from "../Database.ts"
import { CpuMeter } from "../driver/Cpu.ts"
import { httpLanes } from "../driver/HttpLanes.ts"
import { heading, line, say } from "../driver/Report.ts"
import { type Pace, rounds } from "../driver/Rounds.ts"
import { launch } from "../Server.ts"
import type { Side } from "./Sides.ts"

const bare = `
  import { createServer } from "node:http"
  const text = JSON.stringify({ ready: true })
  createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length }).end(text)
  }).listen(process.env.PORT, "127.0.0.1")`

const withSelect = `
  import { createServer } from "node:http"
  import pg from "pg"
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  createServer(async (_, response) => {
    const { rows } = await pool.query({ name: "one", text: "select id, username, role from users where id = $1", values: [1] })
    const text = JSON.stringify(rows[0])
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length }).end(text)
  }).listen(process.env.PORT, "127.0.0.1")`

const connections = 16

/** What cannot be beaten: Node's server with a small JSON text, and with one row of PostgreSQL by its primary key. */
export const ceilings = async ([{ database }]: readonly [Side, Side], pace: Pace) => {
  const run = async (name: string, program: string) => {
    const variables = { DATABASE_URL: urlOf(database) }
    const server = await launch({ args: ["--input-type=module", "--eval", program], variables })
    const meter = await CpuMeter.open(adminUrl(), server.pid, name === "node:http" ? "" : database)
    const lanes = await httpLanes(server.url, connections, () => ({ method: "GET", path: "/" }))
    return { server, contestant: { name, meter, lanes } }
  }
  const all = [await run("node:http", bare), await run("node:http and one select", withSelect)]
  say(heading)
  for (const one of await rounds(
    all.map(({ contestant }) => contestant),
    pace
  )) {
    say(line(`ceiling: ${one.name}`, one))
  }
  for (const { contestant, server } of all) {
    for (const { close } of contestant.lanes) close()
    await contestant.meter.close()
    await server.stop()
  }
}
