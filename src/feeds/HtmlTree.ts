import { htmlTokens } from "./HtmlTokenizer.ts"

export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<HtmlNode>
}

const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" ")
)

/** The open elements that a start tag closes, since few authors write all end tags. */
const closes: Readonly<Record<string, ReadonlyArray<string>>> = {
  p: ["p"],
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  tr: ["tr", "td", "th"],
  td: ["td", "th"],
  th: ["td", "th"]
}

/** Deeper elements become children of the element at this depth. */
const maxDepth = 60

/** The tree of any HTML: an end tag closes the elements down to its own, and without one it closes nothing. */
export const htmlTree = (html: string): HtmlElement => {
  const root: HtmlElement = { name: "", attributes: {}, children: [] }
  const open: Array<HtmlElement> = [root]
  let tooDeep = 0
  for (const token of htmlTokens(html)) {
    if (token.kind === "open") {
      const element: HtmlElement = { name: token.name, attributes: token.attributes, children: [] }
      while (closes[token.name]?.includes(open.at(-1)?.name ?? "") === true) open.pop()
      open.at(-1)?.children.push(element)
      if (voidElements.has(token.name)) continue
      if (open.length < maxDepth) open.push(element)
      else tooDeep++
    } else if (token.kind === "text") open.at(-1)?.children.push(token.text)
    else if (tooDeep > 0) tooDeep--
    else {
      const at = open.findLastIndex(({ name }) => name === token.name)
      if (at > 0) open.length = at
    }
  }
  return root
}
