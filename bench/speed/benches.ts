import type { Pace } from "../driver/Rounds.ts"
import { besideTables } from "./beside.ts"
import { ceilings } from "./ceilings.ts"
import { compare } from "./compare.ts"
import { cursors } from "./cursors.ts"
import { fanOut } from "./fanOut.ts"
import { mcp } from "./mcp.ts"
import { operations } from "./operations.ts"
import { revocation } from "./revocation.ts"
import type { Side } from "./Sides.ts"

type Bench = (sides: readonly [Side, Side], pace: Pace) => Promise<void>

const compared = Object.keys(operations).map((name): readonly [string, Bench] => [
  name,
  async (sides, pace) => {
    await compare([name], sides, pace)
    if (name === "create-post") await besideTables(sides)
    if (name === "authenticated") await revocation(sides)
  }
])

/** What runs on both sides, in the order in which all of it runs. */
export const benches: Readonly<Record<string, Bench>> = {
  ceilings,
  ...Object.fromEntries(compared),
  cursor: ([mine], pace) => cursors(mine, pace),
  mcp,
  "fan-out": (sides) => fanOut(sides)
}
