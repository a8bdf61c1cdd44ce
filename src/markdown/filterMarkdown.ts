import { Either } from "effect"
import type { Root } from "mdast"
import type { Filtered, NestedTooDeep } from "../domain/Markdown.ts"
import { dangersIn } from "./dangers.ts"
import { withEdits } from "./edits.ts"
import { withoutBeginnings } from "./lookalikes.ts"
import { parseMarkdown } from "./parseMarkdown.ts"
import { excerptOf, plainText } from "./plainText.ts"
import { renderHtml } from "./renderHtml.ts"

/** How often a text is gone through before the last resort; honest ones need one turn, or two when something was cut. */
const maxTurns = 4

/** A byte order mark at the beginning is no text, and renderers differ in whether a line begins before or after it. */
const byteOrderMarks = /^\uFEFF+/

const filtered = (content: string, tree: Root): Filtered => {
  const text = plainText(tree)
  return { content, html: renderHtml(tree), excerpt: excerptOf(text), text }
}

const turn = (source: string, turnsLeft: number): Either.Either<Filtered, NestedTooDeep> => {
  const content = source.replace(byteOrderMarks, "")
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
export const filterMarkdown = (source: string): Either.Either<Filtered, NestedTooDeep> => turn(source, maxTurns)
