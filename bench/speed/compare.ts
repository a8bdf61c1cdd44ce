import { httpLanes } from "../driver/HttpLanes.ts"
import { Random } from "../driver/Random.ts"
import { heading, line, ratios, say } from "../driver/Report.ts"
import { type Contestant, type Pace, rounds } from "../driver/Rounds.ts"
import { shapeDifferences } from "../driver/Shape.ts"
import type { World } from "../seed/Community.ts"
import { type Operation, operations } from "./operations.ts"
import type { Side } from "./Sides.ts"

const usualConnections = 16
const shapesSeen = 5

/** Prints the results of both sides, and ours over the peer's. The lanes are closed at the end. */
export const contest = async (title: string, target: string, contestants: ReadonlyArray<Contestant>, pace: Pace) => {
  const measured = await rounds(contestants, pace)
  for (const { lanes } of contestants) for (const { close } of lanes) close()
  for (const one of measured) say(line(`${title}: ${one.name}`, one))
  const [ours, peer] = measured
  if (ours !== undefined && peer !== undefined) say(ratios(ours, peer, target))
  return measured
}

/** The same community with a number of its members active. */
const withActive = (world: World, members: number): World => ({ ...world, members: world.members.slice(0, members) })

const entrant = async (side: Side, operation: Operation, members: number): Promise<Contestant> => {
  const { meter, name, server } = side
  const world = withActive(side.world, members)
  const random = new Random(41_000 + world.seed)
  const { connections = usualConnections, request } = operation
  return { name, meter, lanes: await httpLanes(server.url, connections, () => request(world, random)) }
}

const compareOne = async (operation: Operation, [ours, peer]: readonly [Side, Side], pace: Pace) => {
  const random = new Random(43_000 + ours.world.seed)
  const world = withActive(ours.world, pace.members)
  const requests = Array.from({ length: shapesSeen }, () => operation.request(world, random))
  for (const difference of await shapeDifferences(ours.server.url, peer.server.url, requests)) {
    say(`  the answers differ: ${difference}`)
  }
  const contestants = [await entrant(ours, operation, pace.members), await entrant(peer, operation, pace.members)]
  await contest(operation.title, operation.target, contestants, pace)
}

/** Compares ours and the peer in some of the operations. */
export const compare = async (names: ReadonlyArray<string>, sides: readonly [Side, Side], pace: Pace) => {
  say(heading)
  for (const name of names) {
    const operation = operations[name]
    if (operation !== undefined) await compareOne(operation, sides, pace)
  }
}
