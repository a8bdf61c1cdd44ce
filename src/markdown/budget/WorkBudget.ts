import { TooCostly } from "../../domain/Markdown.ts"

/** For each cause of cost: the excess in a text, and the remedy, as the error says them. */
const causes = {
  emphasis: {
    what: "thousands of unmatched emphasis marks (* or _) in one paragraph",
    remedy: "split the paragraph or remove them"
  },
  strikethrough: {
    what: "thousands of unmatched strikethrough marks (~) in one paragraph",
    remedy: "split the paragraph or remove them"
  },
  brackets: { what: "thousands of brackets in one paragraph", remedy: "split the paragraph or remove some" },
  headings: { what: "thousands of underlined headings", remedy: "begin headings with # instead" },
  markup: { what: "thousands of marks that depend on one another", remedy: "use less markup or split the text" }
} as const

export type Cause = keyof typeof causes

export const tooCostly = (cause: Cause): TooCostly => new TooCostly(causes[cause])

// Filtering is synchronous, so one text at a time has a budget.
let spent = 0
let budget = Number.POSITIVE_INFINITY
let spentByCause: Partial<Record<Cause, number>> = {}

/** The units spent on the last text, for calibration. */
export const unitsSpent = (): number => spent

const mainCause = (): Cause => {
  let main: Cause = "markup"
  // Reading the characters in between costs as well, so a quarter of the total is enough to be named.
  for (const cause of ["emphasis", "strikethrough", "brackets", "headings"] as const) {
    if ((spentByCause[cause] ?? 0) > Math.max(spent / 4, spentByCause[main] ?? 0)) main = cause
  }
  return main
}

/**
 * Counts work on the current text, in units of about 10 ns of processor time, and throws `TooCostly` once its budget is
 * used up. Work is counted rather than timed, so that the same text is always accepted or always refused.
 */
export const spend = (units: number, cause: Cause): void => {
  spent += units
  if (cause !== "markup") spentByCause[cause] = (spentByCause[cause] ?? 0) + units
  if (spent > budget) throw tooCostly(mainCause())
}

/** Runs `work` with a budget in units. */
export const withWorkBudget = <A>(units: number, work: () => A): A => {
  spent = 0
  spentByCause = {}
  budget = units
  try {
    return work()
  } finally {
    budget = Number.POSITIVE_INFINITY
  }
}
