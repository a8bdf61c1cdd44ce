/** What a text can have too much of, and what to do about it, as an error says it. */
export const causes = {
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

/** A cause of cost. */
export type Cause = keyof typeof causes

/** Thrown from inside the parser, which has no other way to stop early; `filterMarkdown` catches it. */
export class OverBudget {
  readonly _tag = "OverBudget"
  readonly cause: Cause
  constructor(cause: Cause) {
    this.cause = cause
  }
}

/** What the text that is being filtered has cost so far. Filtering never yields, so one is enough. */
let spent = 0
let budget = Number.POSITIVE_INFINITY
let byCause: Partial<Record<Cause, number>> = {}

/** What has been spent on the text that was filtered last, for calibration. */
export const unitsSpent = (): number => spent

const mostCostly = (): Cause => {
  let most: Cause = "markup"
  // Reading the characters between costs as well, so a quarter of all is enough to be named.
  for (const cause of ["emphasis", "strikethrough", "brackets", "headings"] as const) {
    if ((byCause[cause] ?? 0) > Math.max(spent / 4, byCause[most] ?? 0)) most = cause
  }
  return most
}

/**
 * Counts work on the text that is being filtered, in units of about 10 ns of processor time, and throws `OverBudget` once
 * the budget is used up. Work is counted and not timed, so that the same text is always accepted or always refused.
 */
export const spend = (units: number, cause: Cause): void => {
  spent += units
  if (cause !== "markup") byCause[cause] = (byCause[cause] ?? 0) + units
  if (spent > budget) throw new OverBudget(mostCostly())
}

/** Runs with a budget of so many units. */
export const withinBudget = <A>(units: number, run: () => A): A => {
  spent = 0
  byCause = {}
  budget = units
  try {
    return run()
  } finally {
    budget = Number.POSITIVE_INFINITY
  }
}
