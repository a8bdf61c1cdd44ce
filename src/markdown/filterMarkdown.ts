import { Either } from "effect"
import type { Root } from "mdast"
import { withoutInvisible } from "../domain/Invisible.ts"
import { type Filtered, type MarkdownRefused, TooCostly } from "../domain/Markdown.ts"
import { causes, OverBudget, withinBudget } from "./budget.ts"
import { dangersIn } from "./dangers.ts"
import { withEdits } from "./edits.ts"
import { withoutBeginnings } from "./lookalikes.ts"
import { parseMarkdown } from "./parseMarkdown.ts"
import { excerptOf, plainText } from "./plainText.ts"
import { renderHtml } from "./renderHtml.ts"

/** How often a text is gone through before the last resort; honest ones need one turn, or two when something was cut. */
const maxTurns = 4

/**
 * How many units (`budget.ts`) a text may take: at 20,000 characters somewhat over half a second of processor time, where
 * prose full of markup takes up to a quarter of that.
 */
const budgetFor = ({ length }: string): number => 10_000_000 + 2_500 * length

/** A byte order mark at the beginning is no text, and renderers differ in whether a line begins before or after it. */
const byteOrderMarks = /^\uFEFF+/

const filtered = (content: string, tree: Root): Filtered => {
  const text = plainText(tree)
  return { content, html: renderHtml(tree), excerpt: excerptOf(text), text }
}

const turn = (source: string, turnsLeft: number): Either.Either<Filtered, MarkdownRefused> => {
  const content = withoutInvisible(source).replace(byteOrderMarks, "")
  return Either.flatMap(parseMarkdown(content), (tree) => {
    const dangers = dangersIn(content, tree)
    if (dangers.length === 0) return Either.right(filtered(content, tree))
    return turn(turnsLeft > 0 ? withEdits(content, dangers) : withoutBeginnings(content), turnsLeft - 1)
  })
}

/**
 * Takes what is dangerous out of a GFM text, and renders the rest (contract, Filtering).
 *
 * What is cut may bring together what was apart, so the outcome is gone through again until there is nothing to do. Hence
 * the filtered text, sent back, is the filtered text; and the HTML is of a tree in which nothing is left to cut.
 */
export const filterMarkdown = (source: string): Either.Either<Filtered, MarkdownRefused> => {
  try {
    return withinBudget(budgetFor(source), () => turn(source, maxTurns))
  } catch (thrown) {
    if (thrown instanceof OverBudget) return Either.left(new TooCostly(causes[thrown.cause]))
    throw thrown
  }
}
