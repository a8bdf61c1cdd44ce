import type { Pace } from "../driver/Rounds.ts"
import { compare } from "./compare.ts"
import { cursors } from "./cursors.ts"
import { fanOut } from "./fanOut.ts"
import { mcp } from "./mcp.ts"
import { operations } from "./operations.ts"
import type { Side } from "./Sides.ts"

type Bench = (sides: readonly [Side, Side], pace: Pace) => Promise<void>

const compared = Object.keys(operations).map((name): readonly [string, Bench] => [
  name,
  (sides, pace) => compare([name], sides, pace)
])

/** The benches that run on both sides, in the order of a full run. */
export const benches: Readonly<Record<string, Bench>> = {
  ...Object.fromEntries(compared),
  cursor: ([mine], pace) => cursors(mine, pace),
  mcp,
  "fan-out": (sides) => fanOut(sides)
}
