import { type FilteredNode, filteredTree, htmlOfTree } from "../../text/Html.ts"

/** The parts of filtered HTML that a page shows in another way: the others are shown as they are. */
const isOfPage = /<(?:h[1-6]|input|table)\b/

/** Sinks headings, shows the boxes of task lists as signs (nobody can tick them here), and lets keys scroll a table. */
const belowPage = (nodes: ReadonlyArray<FilteredNode>, sinksBy: number): ReadonlyArray<FilteredNode> =>
  nodes.map((node) => {
    if (typeof node === "string") return node
    const { attributes, name } = node
    if (name === "input") return /\bchecked\b/.test(attributes) ? "☑" : "☐"
    const children = belowPage(node.children, sinksBy)
    if (name === "table") return { name, attributes: `${attributes} tabindex="0"`, children }
    const level = /^h([1-6])$/.exec(name)?.[1]
    return { ...node, name: level === undefined ? name : `h${Math.min(6, Number(level) + sinksBy)}`, children }
  })

/** The place where the HTML of a content enters a page: it was sanitised when it was written. */
export const Markup = ({
  html,
  lang,
  sinksBy = 2
}: {
  readonly html: string
  readonly lang?: string | undefined
  /** The levels by which its headings sink below those of the page. */
  readonly sinksBy?: number
}) => {
  const shown = isOfPage.test(html) ? htmlOfTree(belowPage(filteredTree(html), sinksBy)) : html
  return <div class="text" lang={lang} dangerouslySetInnerHTML={{ __html: shown }} />
}

/** A text around matches of a search. */
export const Highlight = ({ html }: { readonly html: string }) => <span dangerouslySetInnerHTML={{ __html: html }} />
