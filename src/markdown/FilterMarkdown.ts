import { Either } from "effect"
import { type FilteredText, type MarkdownRefused, maxHtmlBytes, NestedTooDeep, TooCostly } from "../domain/Markdown.ts"
import { withoutInvisible } from "../text/Invisible.ts"
import { withoutMarkupStarts } from "./differentials/ParserDifferentials.ts"
import { applyEdits } from "./Edits.ts"
import { checkLimits } from "./MarkdownLimits.ts"
import { parseMarkdown } from "./ParseMarkdown.ts"
import { excerptOf, plainText } from "./PlainText.ts"
import { renderHtml } from "./RenderHtml.ts"
import { sanitizingEdits } from "./SanitizingEdits.ts"

/** Passes before the last resort; an honest text needs one, or two where something was removed. */
const maxPasses = 4

/** Renderers differ in whether a line begins before or behind a byte order mark. */
const byteOrderMarks = /^\uFEFF+/

const filter = (source: string): FilteredText => {
  let content = source
  for (let pass = 0; ; pass++) {
    content = withoutInvisible(content).replace(byteOrderMarks, "")
    const tree = parseMarkdown(content)
    const edits = sanitizingEdits(content, tree)
    if (edits.length === 0) {
      const html = renderHtml(tree)
      if (Buffer.byteLength(html) > maxHtmlBytes(content.length)) throw new TooCostly({ excess: "html" })
      const text = plainText(tree)
      return { content, html, excerpt: excerptOf(text), text }
    }
    content = pass < maxPasses ? applyEdits(content, edits) : withoutMarkupStarts(content)
  }
}

/**
 * Removes everything dangerous from a GFM text and renders the rest (contract, Filtering). A removal may join two parts
 * into a new danger, so the result is filtered again until nothing changes. Filtering the result later changes nothing
 * either, and the HTML comes from a tree in which nothing is left to remove.
 */
export const filterMarkdown = (source: string): Either.Either<FilteredText, MarkdownRefused> => {
  try {
    checkLimits(source)
    return Either.right(filter(source))
  } catch (thrown) {
    if (thrown instanceof TooCostly || thrown instanceof NestedTooDeep) return Either.left(thrown)
    throw thrown
  }
}
