import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Measurement } from "./Measurement.ts"

const program = fileURLToPath(new URL("./MeasureReaders.ts", import.meta.url))

/** Measures all readers in a process of its own, where nothing else runs; gives a line for each that costs too much. */
export const costlyReaders = async (measurement: Measurement): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", program, JSON.stringify(measurement)],
    { maxBuffer: 100_000_000 }
  )
  return JSON.parse(stdout)
}
