import type { Element, Root as HtmlRoot } from "hast"
import type { Root } from "mdast"
import rehypeSanitize, { defaultSchema } from "rehype-sanitize"
import rehypeStringify from "rehype-stringify"
import remarkRehype from "remark-rehype"
import { unified } from "unified"
import { withoutAmplification } from "./amplification.ts"

/**
 * What GitHub allows, with fewer schemes. The only ids are those of footnotes, which are prefixed as they are made;
 * prefixed once more they would no longer be what the links to them name.
 */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  clobber: [],
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"], src: ["http", "https"] }
}

const eachElement = (parent: HtmlRoot | Element, see: (element: Element) => void): void => {
  for (const child of parent.children) {
    if (child.type !== "element") continue
    see(child)
    eachElement(child, see)
  }
}

/** The sanitiser knows schemes in small letters only, and would drop the URL of `HTTP://…`. */
const lowerSchemes = () => (tree: HtmlRoot) =>
  eachElement(tree, ({ properties }) => {
    for (const name of ["href", "src"]) {
      const url = properties[name]
      if (typeof url === "string") properties[name] = url.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase())
    }
  })

/** No link vouches for where it leads, nor gives that page a hold on the one it was on. */
const markLinks = () => (tree: HtmlRoot) =>
  eachElement(tree, ({ properties, tagName }) => {
    if (tagName === "a") properties["rel"] = ["nofollow", "ugc", "noopener"]
  })

const renderer = unified()
  .use(remarkRehype)
  .use(lowerSchemes)
  .use(rehypeSanitize, schema)
  .use(markLinks)
  .use(rehypeStringify)
  .freeze()

/** The sanitised HTML of a tree; the same tree gives the same text. */
export const renderHtml = (tree: Root): string => renderer.stringify(renderer.runSync(withoutAmplification(tree)))
