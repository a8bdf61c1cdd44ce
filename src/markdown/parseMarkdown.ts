import { Either } from "effect"
import type { Root } from "mdast"
import { NestedTooDeep } from "../domain/Markdown.ts"
import { treeAroundPlainBlocks } from "./aroundPlainBlocks.ts"
import { TooManyLevels } from "./nesting.ts"
import { parserFor } from "./parsers.ts"

const parse = (text: string): Root => parserFor(text).parse(text)

/** The tree of a GFM text, or that it is nested too deep. */
export const parseMarkdown = (source: string): Either.Either<Root, NestedTooDeep> => {
  try {
    return Either.right(treeAroundPlainBlocks(source, parse) ?? parse(source))
  } catch (thrown) {
    if (thrown instanceof TooManyLevels) return Either.left(new NestedTooDeep())
    throw thrown
  }
}
