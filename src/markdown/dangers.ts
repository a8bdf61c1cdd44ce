import type { Code, Definition, Image, InlineCode, Link, Nodes, Root } from "mdast"
import type { Span } from "./destinations.ts"
import { eachNode } from "./eachNode.ts"
import type { Edit } from "./edits.ts"
import { runsNothing } from "./elementNames.ts"
import { htmlCuts } from "./htmlCuts.ts"
import { invisibleReferences } from "./invisibleReferences.ts"
import { looksAlike, role, rolesOf } from "./lookalikes.ts"
import { plainCodeOf } from "./plainCode.ts"
import { hasAllowedScheme } from "./schemes.ts"

const spanOf = ({ position }: Nodes): Span => ({ start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 })

const cut = (span: Span, replacement = ""): Edit => ({ ...span, replacement })
const insert = (at: number, replacement: string): Edit => ({ start: at, end: at, replacement })
const escape = ({ start }: Span): Edit => ({ start, end: start + 1, replacement: "&lt;" })

/** `std::string` or `xs:element`: what looks like a URL of an unknown scheme is a name. */
const qualifiedName = /^<[a-z_][\w.-]*::?[a-z_][\w.:-]*>$/i

/** An autolink is its URL, so all of it goes. */
const ofAutolink = (source: string, node: Link): Edit | undefined => {
  if (hasAllowedScheme(node.url)) return undefined
  const span = spanOf(node)
  return qualifiedName.test(source.slice(span.start, span.end)) ? escape(span) : cut(span)
}

/**
 * Of a link only the URL goes. `<>` is an empty URL where nothing at all would make another thing of what follows.
 * A URL in angle brackets that looks like a tag is led by a path that changes nothing, lest a renderer that sees no link
 * there should see the tag.
 */
const ofDestination = (source: string, node: Link | Image | Definition, span: Span): Edit | undefined => {
  if (!hasAllowedScheme(node.url)) return cut(span, node.type === "definition" || node.title ? "<>" : "")
  const typed = source.slice(span.start, span.end)
  if (!/^<(?:[a-z!?]|\/[a-z])/i.test(typed) || /^<(?:https?|mailto):/i.test(typed)) return undefined
  if (runsNothing(typed)) return undefined
  return insert(span.start + 1, typed.startsWith("</") ? "/." : "./")
}

/** Tells whether a node stands in something that is cut as a whole; nodes are asked for in their order. */
const insideOf = (cuts: ReadonlyArray<Span>): ((span: Span) => boolean) => {
  const inOrder = cuts.toSorted((a, b) => a.start - b.start)
  let next = 0
  let end = 0
  return ({ start }) => {
    for (let first = inOrder[next]; first !== undefined && first.start <= start; first = inOrder[++next]) {
      end = Math.max(end, first.end)
    }
    return start < end
  }
}

/** Everything in a text that is dangerous, or could be to a renderer that reads it otherwise, with what is to be done. */
export const dangersIn = (source: string, tree: Root): ReadonlyArray<Edit> => {
  const html = htmlCuts(source, tree)
  const edits: Array<Edit> = [...html]
  const settled: Array<Span> = [...html]
  const isCut = insideOf(html)
  const codes: Array<Code | InlineCode> = []
  const settle = (span: Span, edit: Edit | undefined) => {
    settled.push(span)
    if (edit) edits.push(edit)
  }
  eachNode(tree, (node) => {
    if (node.type === "code" || node.type === "inlineCode") codes.push(node)
    if (node.type === "html") settled.push(spanOf(node))
    if (node.type !== "link" && node.type !== "image" && node.type !== "definition") return
    const span = node.data?.destination
    if (isCut(spanOf(node))) return
    if (span) {
      const edit = ofDestination(source, node, span)
      settle(edit?.start === span.start ? span : { start: span.start, end: span.start + 1 }, edit)
    } else if (node.type === "link" && source.startsWith("<", spanOf(node).start)) {
      settle(spanOf(node), ofAutolink(source, node))
    }
  })
  const invisible = invisibleReferences(source)
  if (invisible.length > 0) {
    const roles = rolesOf(source, settled, codes, () => true)
    for (const span of invisible) if (roles[span.start] === role.text) edits.push(cut(span))
  }
  return [...edits, ...looksAlike(source, settled, codes, () => plainCodeOf(source, tree))]
}
