import type { Measured } from "./Rounds.ts"

export const say = (text: string) => process.stdout.write(`${text}\n`)

/** Three digits that count. */
export const short = (value: number): string =>
  value >= 100
    ? String(Math.round(value))
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toFixed(3)

const row = (cells: ReadonlyArray<string>) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(9))).join(" ")

/** The names of the columns. */
export const heading = row(["", "req/s", "p50 ms", "p99 ms", "CPU µs", "server", "database", "failed"])

/** A contestant's figures in a line. */
export const line = (name: string, measured: Measured): string =>
  row([
    name,
    short(measured.perSecond),
    short(measured.p50),
    short(measured.p99),
    short(measured.cpu),
    short(measured.server),
    short(measured.database),
    String(measured.failures)
  ])

/** Ours over the peer's, and its bound. */
export const ratios = (ours: Measured, peer: Measured, target: string): string =>
  `${row([
    "  ours / peer",
    short(ours.perSecond / peer.perSecond),
    short(ours.p50 / peer.p50),
    short(ours.p99 / peer.p99),
    short(ours.cpu / peer.cpu),
    "",
    "",
    ""
  ]).trimEnd()}   target: ${target}`
