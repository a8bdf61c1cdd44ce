import { Either } from "effect"
import type { Link, LinkReference, Nodes } from "mdast"
import { spanOf } from "./Edits.ts"
import { parseWithPositions } from "./ParseMarkdown.ts"
import { type MarkdownRefused, NestedTooDeep } from "./Refusals.ts"

/** A part of Markdown that is plain text: its span in the source, and what it says. */
export interface TextPiece {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The address of a member's profile. */
const toMember = /\/members\/\d+\/?$/

/** True for a link whose words are its address, its label or the name of a member. */
const isName = (node: Link | LinkReference): boolean =>
  node.type === "link" ? node.data?.destination === undefined || toMember.test(node.url) : node.referenceType !== "full"

const collect = (node: Nodes, pieces: Array<TextPiece>): void => {
  if (node.type === "text") {
    const span = spanOf(node)
    // A node that the parser made of a part of a text has no position: its text stays as it is.
    if (span.end > span.start) pieces.push({ ...span, text: node.value })
  } else if ("children" in node && !((node.type === "link" || node.type === "linkReference") && isName(node))) {
    for (const child of node.children) collect(child, pieces)
  }
}

/** The parts of filtered Markdown that are words: see `MarkdownFilter.pieces`. */
export const textPieces = (source: string): Either.Either<ReadonlyArray<TextPiece>, MarkdownRefused> => {
  const pieces: Array<TextPiece> = []
  try {
    collect(parseWithPositions(source), pieces)
  } catch (thrown) {
    if (thrown instanceof NestedTooDeep) return Either.left(thrown)
    throw thrown
  }
  return Either.right(pieces)
}
