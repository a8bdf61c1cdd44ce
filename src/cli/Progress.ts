import { Effect } from "effect"

const barCharacters = 30

/** Lines are printed at each tenth where there is no terminal. */
const steps = 10

const percentOf = (done: number, total: number) => (total === 0 ? 100 : Math.floor((100 * done) / total))

/** True if a line can be overwritten by control characters. */
const isTerminal = process.stderr.isTTY === true && (process.env["NO_COLOR"] ?? "") === ""

/** Takes the bar off its line, so that something can be printed there. */
const clear = "\r\u001b[K"

const write = (text: string) => Effect.sync(() => void process.stderr.write(text))

/** Prints a line on standard error, above the bar. */
export const say = (line: string): Effect.Effect<void> => write(`${isTerminal ? clear : ""}${line}\n`)

/** The step that was printed last. */
let printedStep = ""

/**
 * Shows progress on standard error: a bar where that is a terminal, else a line at each tenth. The bar is removed, or
 * ended, when `done` reaches `total`.
 */
export const show = (what: string, done: number, total: number): Effect.Effect<void> => {
  const percent = percentOf(done, total)
  if (isTerminal) {
    const full = Math.round((percent * barCharacters) / 100)
    const bar = `[${"#".repeat(full)}${"-".repeat(barCharacters - full)}]`
    return write(done >= total ? clear : `${clear}${what} ${bar} ${percent} % (${done} of ${total})`)
  }
  const step = `${what} ${Math.floor(percent / steps) * steps} %`
  if (step === printedStep) return Effect.void
  printedStep = step
  return write(`${step} (${done} of ${total})\n`)
}
