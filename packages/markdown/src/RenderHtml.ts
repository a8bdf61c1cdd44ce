import type { Element, Root as HtmlRoot } from "hast"
import type { Root } from "mdast"
import rehypeSanitize, { defaultSchema } from "rehype-sanitize"
import rehypeStringify from "rehype-stringify"
import remarkRehype from "remark-rehype"
import { unified } from "unified"
import { listHandlers } from "./dialect/ListNumbers.ts"

/**
 * GitHub's schema with fewer schemes. The only ids are those of footnotes, which have a prefix already; a second prefix
 * would break their links.
 */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  clobber: [],
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"], src: ["http", "https"] }
}

const forEachElement = (parent: HtmlRoot | Element, visit: (element: Element) => void): void => {
  for (const child of parent.children) {
    if (child.type !== "element") continue
    visit(child)
    forEachElement(child, visit)
  }
}

/** The sanitiser knows schemes in lower case only, and would drop the URL of `HTTP://…`. */
const lowerSchemes = () => (tree: HtmlRoot) =>
  forEachElement(tree, ({ properties }) => {
    for (const name of ["href", "src"]) {
      const url = properties[name]
      if (typeof url === "string") properties[name] = url.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase())
    }
  })

/** Search engines ignore these links, and the linked page gets no handle on the page it was opened from. */
const addLinkRelations = () => (tree: HtmlRoot) =>
  forEachElement(tree, ({ properties, tagName }) => {
    if (tagName === "a") properties["rel"] = ["nofollow", "ugc", "noopener"]
  })

const renderer = unified()
  .use(remarkRehype, { handlers: listHandlers })
  .use(lowerSchemes)
  .use(rehypeSanitize, schema)
  .use(addLinkRelations)
  .use(rehypeStringify)
  .freeze()

export const renderHtml = (tree: Root): string => renderer.stringify(renderer.runSync(tree))
