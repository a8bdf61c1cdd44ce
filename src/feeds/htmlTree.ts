import { htmlTokens } from "./htmlTokens.ts"

/** A piece of HTML: text, or an element. */
export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<HtmlNode>
}

/** Elements that hold nothing, whether they are closed or not. */
const empty: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" ")
)

/** Whom the beginning of an element closes: few people write all end tags. */
const closes: Readonly<Record<string, ReadonlyArray<string>>> = {
  p: ["p"],
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  tr: ["tr", "td", "th"],
  td: ["td", "th"],
  th: ["td", "th"]
}

/** What is nested deeper is put where this many elements are open. */
const maxDepth = 60

/** A tree of a piece of HTML, however badly written: an end tag closes down to its like, and one without a like nothing. */
export const htmlTree = (html: string): HtmlElement => {
  const root: HtmlElement = { name: "", attributes: {}, children: [] }
  const open: Array<HtmlElement> = [root]
  let tooDeep = 0
  for (const token of htmlTokens(html)) {
    if (token.kind === "open") {
      const element: HtmlElement = { name: token.name, attributes: token.attributes, children: [] }
      while (closes[token.name]?.includes(open.at(-1)?.name ?? "") === true) open.pop()
      open.at(-1)?.children.push(element)
      if (empty.has(token.name)) continue
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
