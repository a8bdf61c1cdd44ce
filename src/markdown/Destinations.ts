import type { Handle } from "mdast-util-from-markdown"
import type { Processor } from "unified"
import type { Span } from "./Edits.ts"

declare module "mdast" {
  interface Data {
    /** The span of the URL of a link, image or definition in the source, including its `<` and `>` where it has them. */
    destination?: Span | undefined
  }
}

const record: Handle = function (token) {
  const node = this.stack.at(-1)
  if (node?.type === "link" || node?.type === "image" || node?.type === "definition") {
    node.data = { destination: { start: token.start.offset, end: token.end.offset } }
  }
}

/** A remark plugin that adds to each link the span of its URL, since the tree has only the span of the whole link. */
export function recordDestinations(this: Processor): undefined {
  const data = this.data()
  const exit = { resourceDestination: record, definitionDestination: record }
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), { exit }]
}
