import type { BlockContent, Blockquote, Heading, List, Nodes, Paragraph, Parents, PhrasingContent, Text } from "mdast"
import type { Extension, Handle, Transform } from "mdast-util-from-markdown"

declare module "mdast" {
  interface Data {
    /** The signs of a quotation before its lines, by the number of the line: `> `. */
    quoteSigns?: Map<number, string>
    /** The sign of an item of a list, with its space: `- `. */
    itemSign?: string
    /** The line below a heading that has one: `---`. */
    underline?: string
  }
}

/** True for words behind a `>` with which this says "more than": `38.5 °C`, or `= 3` of `>= 3`. */
export const isBound = (words: string): boolean => /^[*_~`[]*(?:=|[-+−±≈]?\p{Sc}?[.,]?\p{N})/u.test(words)

/** True for words behind a `+` or `-` with which this is the sign of a number. */
export const isAmount = (words: string): boolean => /^\p{Sc}?[.,]?\p{N}/u.test(words)

const recordQuoteSign: Handle = function (token) {
  const quote = this.stack.findLast(({ type }) => type === "blockquote")
  if (quote?.type !== "blockquote") return
  quote.data ??= {}
  quote.data.quoteSigns ??= new Map()
  quote.data.quoteSigns.set(token.start.line, this.sliceSerialize(token))
}

const recordItemSign: Handle = function (token) {
  const [item, sign] = [this.stack.at(-1), this.sliceSerialize(token)]
  if (item?.type === "listItem" && /^[-+]/.test(sign)) item.data = { itemSign: sign }
}

const recordUnderline: Handle = function (token) {
  const heading = this.stack.at(-1)
  if (heading?.type === "heading") heading.data = { underline: this.sliceSerialize(token).trim() }
}

/** The text that a paragraph begins with. */
const beginningOf = (node: Nodes | undefined): string => {
  if (node?.type === "text" || node?.type === "inlineCode") return node.value
  return node !== undefined && "children" in node ? beginningOf(node.children[0]) : ""
}

/** A text that is a part of no other text of the source, as a translation would replace it. */
const signOf = (value: string): Text => ({ type: "text", value })

/** The paragraph of a quotation that begins with a bound: `> 38.5 °C`. */
const boundsOf = ({ children, data }: Blockquote): Paragraph | undefined => {
  const [only] = children
  if (children.length !== 1 || only?.type !== "paragraph" || !isBound(beginningOf(only))) return undefined
  let line = only.position?.start.line ?? 0
  const signAt = (at: number) => data?.quoteSigns?.get(at) ?? ""
  const signed: Array<PhrasingContent> = [signOf(signAt(line))]
  for (const child of only.children) {
    if (child.type === "text") signed.push({ ...child, value: child.value.replace(/\n/g, () => `\n${signAt(++line)}`) })
    else {
      signed.push(child)
      line += (child.position?.end.line ?? 0) - (child.position?.start.line ?? 0)
    }
    if (child.type === "break") signed.push(signOf(signAt(line)))
  }
  return { ...only, children: signed }
}

/** The paragraph of a list of one line that is a number with its sign: `+ 5 kg since May`. */
const amountOf = ({ children }: List): Paragraph | undefined => {
  const [item] = children
  const [only] = item?.children ?? []
  const { itemSign = "" } = item?.data ?? {}
  const isAlone =
    children.length === 1 && item?.children.length === 1 && item.checked !== true && item.checked !== false
  if (!isAlone || !/^[-+]/.test(itemSign) || only?.type !== "paragraph") return undefined
  const [first] = only.children
  if (first?.type !== "text" || !isAmount(first.value)) return undefined
  return { ...only, children: [signOf(itemSign), ...only.children] }
}

/**
 * The paragraph above a line of dashes or equals signs, and the line: it ends a letter, or begins a signature. Three
 * dashes are a rule, as they are below a blank line.
 */
const underlined = ({ children, data, position }: Heading): ReadonlyArray<BlockContent> | undefined => {
  const { underline } = data ?? {}
  if (underline === undefined) return undefined
  const placed = position === undefined ? {} : { position }
  return /^-{3}/.test(underline)
    ? [
        { type: "paragraph", children, ...placed },
        { type: "thematicBreak", ...placed }
      ]
    : [{ type: "paragraph", children: [...children, signOf(`\n${underline}`)], ...placed }]
}

/** A node without what is known of its signs, which nobody needs any more. */
const withoutData = <N extends Nodes>(node: N): N => {
  delete node.data
  return node
}

const asTyped = (node: Nodes): ReadonlyArray<Nodes> => {
  if (node.type === "heading") return underlined(node) ?? [node]
  if (node.type === "blockquote") return [boundsOf(node) ?? withoutData(node)]
  if (node.type !== "list") return [node]
  const amount = amountOf(node)
  if (amount === undefined && !node.ordered) for (const item of node.children) withoutData(item)
  return [amount ?? node]
}

const readSigns = (parent: Parents): void => {
  for (const child of parent.children) if ("children" in child) readSigns(child)
  if (parent.children.some((child) => child.type === "heading" || child.type === "blockquote" || child.type === "list"))
    Object.assign(parent, { children: parent.children.flatMap(asTyped) })
}

const transform: Transform = (tree) => readSigns(tree)

/** Signs at the beginning of lines that say something in themselves, and lines below a text, as they are typed. */
export const signsOfLines: Extension = {
  exit: {
    blockQuotePrefix: recordQuoteSign,
    listItemPrefix: recordItemSign,
    setextHeadingLine: recordUnderline
  },
  transforms: [transform]
}
