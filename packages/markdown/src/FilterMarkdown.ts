import { excerptOf, maxExcerptCodePoints } from "@rare-disease-community/text/Excerpt"
import { withoutInvisible } from "@rare-disease-community/text/Invisible"
import { streamSafe } from "@rare-disease-community/text/Marks"
import { Either } from "effect"
import type { Root } from "mdast"
import { withoutMarkupStarts } from "./differentials/ParserDifferentials.ts"
import { applyEdits } from "./Edits.ts"
import { isInertTag } from "./HtmlElements.ts"
import { linksIn } from "./Links.ts"
import { checkLimits } from "./MarkdownLimits.ts"
import { parseMarkdown } from "./ParseMarkdown.ts"
import { forEachNode } from "./PlainBlocks.ts"
import { plainText } from "./PlainText.ts"
import { type MarkdownRefused, maxHtmlBytes, NestedTooDeep, TooCostly } from "./Refusals.ts"
import { renderHtml } from "./RenderHtml.ts"
import { sanitizingEdits } from "./SanitizingEdits.ts"

/** A text after the filter. */
export interface FilteredMarkdown {
  /** The Markdown as typed, without dangerous parts. */
  readonly content: string
  readonly html: string
  /** Its beginning as plain text, at most 280 code points. */
  readonly excerpt: string
  /** All of it as plain text, for search. */
  readonly text: string
  /** The addresses of its links in their order, as they are written. */
  readonly links: ReadonlyArray<string>
}

/** A page may show an excerpt as it is, so a space follows each `<` that begins a tag, unless the tag is inert. */
const withoutTags = (text: string): string =>
  text.replace(/<(?=[a-z/!?])/gi, (_, at) => {
    const tag = /^<[^<>]*>/.exec(text.slice(at))?.[0]
    return tag !== undefined && isInertTag(tag) ? "<" : "< "
  })

/**
 * The maximum number of passes of the Markdown filter before its last resort; an honest text needs one, or two where
 * something was removed.
 */
const maxPasses = 4

/** Character references give marks that the source does not have. */
const cutMarks = (tree: Root): void =>
  forEachNode(tree, (node) => {
    if (node.type === "text" || node.type === "inlineCode" || node.type === "code") node.value = streamSafe(node.value)
  })

/** Renderers differ in whether a line begins before or after a byte order mark. */
const byteOrderMarks = /^\uFEFF+/

const filter = (source: string): FilteredMarkdown => {
  let content = source
  for (let pass = 0; ; pass++) {
    content = streamSafe(withoutInvisible(content)).replace(byteOrderMarks, "")
    const tree = parseMarkdown(content)
    const edits = sanitizingEdits(content, tree)
    if (edits.length === 0) {
      if (content.includes("&")) cutMarks(tree)
      const html = renderHtml(tree)
      if (Buffer.byteLength(html) > maxHtmlBytes(content.length)) throw new TooCostly({ excess: "html" })
      const text = plainText(tree)
      return {
        content,
        html,
        excerpt: excerptOf(withoutTags(text.slice(0, 4 * maxExcerptCodePoints))),
        text,
        links: linksIn(tree)
      }
    }
    content = pass < maxPasses ? applyEdits(content, edits) : withoutMarkupStarts(content)
  }
}

/**
 * Removes everything dangerous from a GFM text and renders the rest (contract, Filtering). A removal may join two parts
 * into a new danger, so the result is filtered again until nothing changes. Filtering the result later changes nothing
 * either, and the HTML comes from a tree in which nothing is left to remove.
 */
export const filterMarkdown = (source: string): Either.Either<FilteredMarkdown, MarkdownRefused> => {
  try {
    checkLimits(source)
    return Either.right(filter(source))
  } catch (thrown) {
    if (thrown instanceof TooCostly || thrown instanceof NestedTooDeep) return Either.left(thrown)
    throw thrown
  }
}
