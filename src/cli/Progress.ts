import { Console, Effect, FiberRef } from "effect"

/** The length of the bar that shows the progress of a command. */
const barCharacters = 30

/** Lines are printed at each tenth where there is no terminal. */
const steps = 10

const percentOf = (done: number, total: number) => (total === 0 ? 100 : Math.floor((100 * done) / total))

/** True for a terminal that shows colours, and whose lines can be overwritten by control characters. */
export const hasColours = ({ isTTY }: NodeJS.WriteStream) => isTTY === true && (process.env["NO_COLOR"] ?? "") === ""

const isTerminal = hasColours(process.stderr)

/** Removes the bar, so that a line can be printed there. Empty where there is no bar. */
export const clear = isTerminal ? "\r\u001b[K" : ""

/** Prints a line on standard error, above the bar. */
export const say = (line: string): Effect.Effect<void> => Console.error(`${clear}${line}`)

/** Takes the result of a command so far. */
export type Note = (saved: string) => void

/** Runs a long command. When a signal stops it, it prints the last result. */
export const stoppable = <A, E, R>(command: (note: Note) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let saved = "nothing was saved"
    const running = command((what) => {
      saved = what
    })
    return Effect.onInterrupt(running, () =>
      Effect.suspend(() => say(`stopped: ${saved}; run the same command again to continue`))
    )
  })

/** The line that was printed last, which is not printed again. */
const printedStep = FiberRef.unsafeMake("")

/**
 * Shows progress on standard error: a bar where that is a terminal, else a line at each tenth. The bar is removed, or
 * ended, when `done` reaches `total`.
 */
export const show = (what: string, done: number, total: number): Effect.Effect<void> => {
  const percent = percentOf(done, total)
  if (isTerminal) {
    const full = Math.round((percent * barCharacters) / 100)
    const bar = `[${"#".repeat(full)}${"-".repeat(barCharacters - full)}]`
    const text = done >= total ? clear : `${clear}${what} ${bar} ${percent} % (${done} of ${total})`
    return Effect.sync(() => void process.stderr.write(text))
  }
  const step = `${what} ${Math.floor(percent / steps) * steps} %`
  return Effect.flatMap(FiberRef.getAndSet(printedStep, step), (before) =>
    step === before ? Effect.void : Console.error(`${step} (${done} of ${total})`)
  )
}
