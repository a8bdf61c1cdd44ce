import { urlOf } from "../Database.ts"
import { bytesOf, Connection } from "../driver/Connection.ts"
import { percentile } from "../driver/Load.ts"
import { say, short } from "../driver/Report.ts"
import { launch, ours } from "../Server.ts"
import type { Side } from "./Sides.ts"

const times = 20
const patienceMillis = 5_000

const keyOf = async (url: string, token: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const answer = await fetch(`${url}/api/auth/apikeys`, { method: "POST", headers, body: '{"name":"to be revoked"}' })
  return JSON.parse(await answer.text()).key
}

/** How long after the answer to its revocation a key is still taken, by the instance that revoked it and by another. */
export const revocation = async ([{ database, server, world }]: readonly [Side, Side]) => {
  const other = await launch(ours({ DATABASE_URL: urlOf(database) }))
  const [revoking, ...asked] = await Promise.all([server.url, server.url, other.url].map(Connection.open))
  const [{ id, token } = { id: 0, token: "" }] = world.members
  const taken: ReadonlyArray<Array<number>> = asked.map(() => [])
  for (let time = 0; time < times; time++) {
    const key = await keyOf(server.url, token)
    const read = bytesOf({ method: "GET", path: `/api/users/${id}`, token: key })
    for (const connection of asked) {
      if ((await connection.send(read)) !== 200) throw new Error("a new key was refused")
    }
    await revoking?.send(bytesOf({ method: "DELETE", path: "/api/auth/apikeys", token, body: { key } }))
    const revoked = performance.now()
    const untilRefused = async (connection: Connection) => {
      while ((await connection.send(read)) !== 401) {
        if (performance.now() - revoked > patienceMillis) throw new Error("a revoked key is still taken")
      }
      return performance.now() - revoked
    }
    const waited = await Promise.all(asked.map(untilRefused))
    for (const [index, millis] of waited.entries()) taken[index]?.push(millis)
  }
  for (const [index, name] of ["the same instance", "another instance"].entries()) {
    const millis = taken[index] ?? []
    say(
      `revoked key refused by ${name}: p50 ${short(percentile(millis, 0.5))} ms, ` +
        `longest ${short(Math.max(...millis))} ms   target: <= 50 ms`
    )
  }
  for (const connection of [revoking, ...asked]) connection?.close()
  await other.stop()
}
