import type { Nodes, Paragraph, Parents, PhrasingContent, Text } from "mdast"
import type { Extension, Handle, Transform } from "mdast-util-from-markdown"
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal"

declare module "mdast" {
  interface Data {
    /** The offsets in a text of its characters that were escaped by a backslash. */
    escapes?: Array<number>
  }
}

/**
 * Signs that end an address: full-width and Arabic punctuation, quotation marks, an ellipsis; and dashes and an
 * apostrophe where no letter follows. GFM goes on to the next space, which Chinese and Japanese do not have.
 */
const sign =
  /[\u2018\u201A-\u201F\u2026\u2039\u203A\u00AB\u00BB\u060C\u061B\u061F\u06D4\u0964\u0965\u3001-\u3003\u3008-\u3011\u3014-\u301B\u301D-\u301F\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF3D\uFF5B-\uFF64]|[\u2013\u2014\u2019\u30FB](?![\p{L}\p{N}])/u

const signs = new RegExp(sign, "gu")

/** A pattern that every text with a literal autolink matches. */
const address = /@|:\/\/|www/i

const gfm = gfmAutolinkLiteralFromMarkdown()

/** Turns the addresses in a text into links as GFM does. */
const linked = (value: string): Array<PhrasingContent> => {
  const paragraph: Paragraph = { type: "paragraph", children: [{ type: "text", value }] }
  for (const transform of gfm.transforms ?? []) transform({ type: "root", children: [paragraph] })
  return paragraph.children
}

const pointAfter = <P extends NonNullable<Nodes["position"]>["start"]>(point: P, characters: number): P => ({
  ...point,
  column: point.column + characters,
  offset: (point.offset ?? 0) + characters
})

/** Ends a link that GFM has found at the first sign; what follows becomes text again. */
const endAtSign: Handle = function (token) {
  const link = this.stack.at(-1)
  this.exit(token)
  const parent = this.stack.at(-1)
  if (link?.type !== "link" || parent === undefined || !("children" in parent)) return
  const [typed] = link.children
  const at = typed?.type === "text" ? typed.value.search(sign) : -1
  if (typed?.type !== "text" || at === -1) return
  const [found] = linked(typed.value.slice(0, at))
  const [shown] = found?.type === "link" ? found.children : []
  const length = shown?.type === "text" ? shown.value.length : 0
  const { position } = link
  if (position === undefined) return
  const end = pointAfter(position.start, length)
  const rest: Text = { type: "text", value: typed.value.slice(length), position: { start: end, end: position.end } }
  if (found?.type === "link" && length > 0) {
    link.url = found.url
    typed.value = typed.value.slice(0, length)
    typed.position = { start: position.start, end }
    link.position = { start: position.start, end }
  } else parent.children.pop()
  const siblings: Array<Nodes> = parent.children
  const before = siblings.at(-1)
  if (before?.type !== "text" || before.position === undefined) siblings.push(rest)
  else {
    before.value += rest.value
    before.position = { start: before.position.start, end: position.end }
  }
}

const recordEscape: Handle = function () {
  const text = this.stack.at(-1)
  if (text?.type !== "text") return
  text.data ??= {}
  text.data.escapes ??= []
  text.data.escapes.push(text.value.length)
}

/** The offsets at which no address goes on. */
const boundariesOf = ({ data, value }: Text): ReadonlyArray<number> => {
  const found = Array.from(value.matchAll(signs), ({ index }) => index)
  const escapes = data?.escapes ?? []
  return escapes.length === 0 ? found : [...found, ...escapes].toSorted((a, b) => a - b)
}

/** The nodes of a text, with links for its addresses. The texts around the links keep their positions in the source. */
const withAddresses = (text: Text): Array<PhrasingContent> => {
  const nodes: Array<PhrasingContent> = []
  const { position, value } = text
  const isVerbatim =
    position !== undefined &&
    position.start.line === position.end.line &&
    (position.end.offset ?? 0) - (position.start.offset ?? 0) === value.length
  let done = 0
  const add = (node: PhrasingContent) => {
    const last = nodes.at(-1)
    const [shown] = node.type === "link" ? node.children : [node]
    const length = shown?.type === "text" ? shown.value.length : 0
    if (node.type !== "text") nodes.push(node)
    else if (last?.type === "text") last.value += node.value
    else nodes.push({ type: "text", value: node.value })
    done += length
    const added = nodes.at(-1)
    if (isVerbatim && added?.type === "text") {
      const start = added.position?.start ?? pointAfter(position.start, done - length)
      added.position = { start, end: pointAfter(position.start, done) }
    }
  }
  let from = 0
  for (const to of [...boundariesOf(text), value.length]) {
    if (to > from) for (const node of linked(value.slice(from, to))) add(node)
    from = to
  }
  return nodes.some(({ type }) => type === "link") ? nodes : [text]
}

const noAddresses: ReadonlySet<Nodes["type"]> = new Set(["link", "linkReference"])

const hasAddress = (node: Nodes): boolean => node.type === "text" && address.test(node.value)

const linkAddresses = (parent: Parents): void => {
  for (const child of parent.children) if ("children" in child && !noAddresses.has(child.type)) linkAddresses(child)
  if (!parent.children.some(hasAddress)) return
  const children: Array<Nodes> = parent.children.flatMap((child: Nodes) =>
    child.type === "text" && hasAddress(child) ? withAddresses(child) : [child]
  )
  Object.assign(parent, { children })
}

const transform: Transform = (tree) => linkAddresses(tree)

/** Literal autolinks of GFM that end where a reader of any language sees their end, and that a backslash undoes. */
export const literalAddresses: Extension = {
  enter: { characterEscapeValue: recordEscape },
  exit: { literalAutolink: endAtSign },
  transforms: [transform]
}
