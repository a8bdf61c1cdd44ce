import { Either } from "effect"
import type { Root } from "mdast"
import remarkGfm from "remark-gfm"
import remarkParse from "remark-parse"
import { unified } from "unified"
import { NestedTooDeep } from "../domain/Markdown.ts"
import { noteDestinations } from "./destinations.ts"
import { refuseDeepNesting, TooManyLevels } from "./nesting.ts"

/** The tree of a GFM text, or that it is nested too deep. */
export const parseMarkdown = (source: string): Either.Either<Root, NestedTooDeep> => {
  try {
    return Either.right(
      unified().use(remarkParse).use(remarkGfm).use(noteDestinations).use(refuseDeepNesting).parse(source)
    )
  } catch (thrown) {
    if (thrown instanceof TooManyLevels) return Either.left(new NestedTooDeep())
    throw thrown
  }
}
