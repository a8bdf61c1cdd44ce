import { flags, withoutInvisible } from "@rare-disease-community/text/Invisible"
import type { Code, Definition, Image, InlineCode, Link, Root } from "mdast"
import { differentialEdits, role, rolesOf } from "./differentials/ParserDifferentials.ts"
import { unambiguousCode } from "./differentials/UnambiguousCode.ts"
import { type Edit, escapeTag, insert, replace, type Span, spanOf } from "./Edits.ts"
import { isInertTag, isOfficeTag } from "./HtmlElements.ts"
import { htmlRemovals } from "./HtmlRemovals.ts"
import { forEachNode } from "./PlainBlocks.ts"
import { hasAllowedScheme } from "./UrlSchemes.ts"

/** A run of numeric character references, with the black flag in front that may begin a flag emoji. */
const run = /\u{1F3F4}?(?:&#(?:x[\da-f]{1,6}|\d{1,7});)+/giu

const one = /\u{1F3F4}|&#(?:x([\da-f]{1,6})|(\d{1,7}));/giu

/**
 * The character that a reference means; a space for an invalid code point. `referenceDecoder` is not used here:
 * it gives a text, and this file needs the places of the references.
 */
const characterOf = (hex: string | undefined, decimal: string | undefined): string => {
  const point = hex === undefined ? Number(decimal ?? 0x1f3f4) : Number.parseInt(hex, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : " "
}

const isEscaped = (source: string, at: number): boolean =>
  /(?<!\\)(?:\\\\)*\\$/.test(source.slice(Math.max(0, at - 100), at))

/**
 * The spans of numeric character references to characters that `Invisible.ts` removes; these have no named
 * references.
 */
const invisibleReferences = (source: string): ReadonlyArray<Span> =>
  Array.from(source.matchAll(run)).flatMap(({ 0: references, index }) => {
    let text = ""
    const spans = new Map<number, Span>()
    for (const { 0: written, 1: hex, 2: decimal, index: at } of references.matchAll(one)) {
      const character = characterOf(hex, decimal)
      if (withoutInvisible(character) === "") {
        spans.set(text.length, { start: index + at, end: index + at + written.length })
      }
      text += character
    }
    for (const { 0: flag, index: at } of text.matchAll(flags)) {
      for (let offset = at; offset < at + flag.length; offset++) spans.delete(offset)
    }
    return Array.from(spans.values()).filter(({ start }) => !isEscaped(source, start))
  })

/** A qualified name such as `std::string` or `xs:element`: it reads like a URL of an unknown scheme. */
const qualifiedName = /^<[a-z_][\w.-]*::?[a-z_][\w.:-]*>$/i

/** Removes an autolink of a forbidden scheme as a whole, since its text is its URL. */
const editOfAutolink = (source: string, node: Link): Edit | undefined => {
  if (hasAllowedScheme(node.url)) return undefined
  const span = spanOf(node)
  const typed = source.slice(span.start, span.end)
  return qualifiedName.test(typed) && !isOfficeTag(typed) ? escapeTag(span.start) : replace(span, "")
}

/**
 * Removes a forbidden URL and keeps the text of its link. `<>` is the empty URL where the syntax needs one. A URL in
 * angle brackets that looks like a tag gets a path that changes nothing: a renderer that sees no link there must not
 * see the tag.
 */
const editOfDestination = (source: string, node: Link | Image | Definition, span: Span): Edit | undefined => {
  if (!hasAllowedScheme(node.url)) return replace(span, node.type === "definition" || node.title ? "<>" : "")
  const typed = source.slice(span.start, span.end)
  if (!/^<(?:[a-z!?]|\/[a-z])/i.test(typed) || /^<(?:https?|mailto):/i.test(typed)) return undefined
  if (isInertTag(typed)) return undefined
  return insert(span.start + 1, typed.startsWith("</") ? "/." : "./")
}

/** Tags of Office that are no HTML to a parser, since their names have a colon. */
const officeTags = (source: string): ReadonlyArray<Span> =>
  source.includes("<")
    ? Array.from(source.matchAll(/<\/?[a-z][^<>]*>/gi), ({ 0: tag, index }) => ({ tag, index }))
        .filter(({ tag }) => isOfficeTag(tag))
        .map(({ index, tag }) => ({ start: index, end: index + tag.length }))
    : []

/** A predicate for spans inside one of `removals`; it must be called in the order of the text. */
const insideOf = (removals: ReadonlyArray<Span>): ((span: Span) => boolean) => {
  const inOrder = removals.toSorted((a, b) => a.start - b.start)
  let next = 0
  let end = 0
  return ({ start }) => {
    for (let first = inOrder[next]; first !== undefined && first.start <= start; first = inOrder[++next]) {
      end = Math.max(end, first.end)
    }
    return start < end
  }
}

/** The edits that make a text harmless to this renderer and to every other one; none where it already is. */
export const sanitizingEdits = (source: string, tree: Root): ReadonlyArray<Edit> => {
  const removals = htmlRemovals(source, tree)
  const edits: Array<Edit> = [...removals]
  const handled: Array<Span> = [...removals]
  const isRemoved = insideOf(removals)
  const codes: Array<Code | InlineCode> = []
  const handle = (span: Span, edit: Edit | undefined) => {
    handled.push(span)
    if (edit) edits.push(edit)
  }
  forEachNode(tree, (node) => {
    if (node.type === "code" || node.type === "inlineCode") codes.push(node)
    if (node.type === "html") handled.push(spanOf(node))
    if (node.type !== "link" && node.type !== "image" && node.type !== "definition") return
    if (isRemoved(spanOf(node))) return
    const span = node.data?.destination
    if (span) {
      const edit = editOfDestination(source, node, span)
      handle(edit?.start === span.start ? span : { start: span.start, end: span.start + 1 }, edit)
    } else if (node.type === "link" && node.position && source.startsWith("<", spanOf(node).start)) {
      handle(spanOf(node), editOfAutolink(source, node))
    }
  })
  const removed = [...invisibleReferences(source), ...officeTags(source)]
  if (removed.length > 0) {
    const roles = rolesOf(source, handled, codes, () => true)
    for (const span of removed) if (roles[span.start] === role.text) handle(span, replace(span, ""))
  }
  return [...edits, ...differentialEdits(source, handled, codes, () => unambiguousCode(source, tree))]
}
