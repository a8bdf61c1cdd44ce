import { fileURLToPath } from "node:url"
import { adminUrl, copyOf, drop, peerTemplate, template, urlOf, worldOf } from "../Database.ts"
import { CpuMeter } from "../driver/Cpu.ts"
import { launch, ours, type Program, type Server } from "../Server.ts"
import type { Size, World } from "../seed/Community.ts"

/** A server, its own database, and the measure of what both take. */
export interface Side {
  readonly name: string
  readonly server: Server
  readonly meter: CpuMeter
  readonly world: World
  readonly database: string
  readonly stop: () => Promise<void>
}

/** A program as the peer is started. */
export const peer = (variables: Readonly<Record<string, string>>): Program => ({
  args: ["--import", "tsx", fileURLToPath(new URL("../peer/main.ts", import.meta.url))],
  variables
})

/** A server on a database of its own, copied from a template and dropped at the end. */
export const side = async (
  name: string,
  from: string,
  program: (variables: Readonly<Record<string, string>>) => Program
): Promise<Side> => {
  const database = await copyOf(from, name.replaceAll(" ", "_"))
  const server = await launch(program({ DATABASE_URL: urlOf(database) }))
  const meter = await CpuMeter.open(adminUrl(), server.pid, database)
  const stop = async () => {
    await server.stop()
    await meter.close()
    await drop(database)
  }
  return { name, server, meter, world: await worldOf(database), database, stop }
}

/** Ours and the peer on the same community. */
export const bothSides = async (size: Size): Promise<readonly [ours: Side, peer: Side]> => {
  const from = await template(size)
  const peersFrom = await peerTemplate(from)
  return [await side("ours", from, ours), await side("peer", peersFrom, peer)]
}

/** Runs something with both sides, and always stops them. */
export const withBothSides = async <A>(size: Size, run: (sides: readonly [Side, Side]) => Promise<A>): Promise<A> => {
  const sides = await bothSides(size)
  try {
    return await run(sides)
  } finally {
    for (const { stop } of sides) await stop()
  }
}
