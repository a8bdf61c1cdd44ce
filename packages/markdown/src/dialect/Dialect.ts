import remarkGfm from "remark-gfm"
import type { Processor } from "unified"
import { delimiters } from "./Delimiters.ts"
import { listNumbers } from "./ListNumbers.ts"
import { literalAddresses } from "./LiteralAddresses.ts"
import { signsOfLines } from "./SignsOfLines.ts"

/** A remark plugin for GFM as people write it who know no Markdown, in any language. */
export function dialect(this: Processor): undefined {
  remarkGfm.call(this, { singleTilde: false })
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...delimiters]
  // The transformation of GFM links addresses beyond their end: ours calls it for the parts of a text.
  const extensions = (data.fromMarkdownExtensions ?? []).flat().map((extension) => ({ ...extension, transforms: [] }))
  data.fromMarkdownExtensions = [...extensions, listNumbers, signsOfLines, literalAddresses]
}
