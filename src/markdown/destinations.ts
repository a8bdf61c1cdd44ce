import type { Processor, Data as UnifiedData } from "unified"

/** A part of a text: from an offset up to, and without, another. */
export interface Span {
  readonly start: number
  readonly end: number
}

declare module "mdast" {
  interface Data {
    /** Where the URL of a link, image or definition stands in the source, with the `<` and `>` around it if it has them. */
    destination?: Span | undefined
  }
}

type TreeExtension = Exclude<NonNullable<UnifiedData["fromMarkdownExtensions"]>[number], ReadonlyArray<unknown>>
type Handle = NonNullable<NonNullable<TreeExtension["exit"]>[string]>

const note: Handle = function (token) {
  const node = this.stack.at(-1)
  if (node?.type !== "link" && node?.type !== "image" && node?.type !== "definition") return undefined
  node.data = { destination: { start: token.start.offset, end: token.end.offset } }
  return undefined
}

/** Makes a parser keep where each URL stands: the tree alone tells where its link does, not how the URL was typed in it. */
export function noteDestinations(this: Processor): undefined {
  const data = this.data()
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    { exit: { resourceDestination: note, definitionDestination: note } }
  ]
}
