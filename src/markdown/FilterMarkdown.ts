import { Either } from "effect"
import type { Element, Root as HtmlRoot } from "hast"
import type { Nodes, Root } from "mdast"
import rehypeSanitize, { defaultSchema } from "rehype-sanitize"
import rehypeStringify from "rehype-stringify"
import remarkRehype from "remark-rehype"
import { unified } from "unified"
import { type FilteredText, type MarkdownRefused, maxHtmlBytes, NestedTooDeep, TooCostly } from "../domain/Markdown.ts"
import { excerptOf, maxExcerptCodePoints } from "../text/Excerpt.ts"
import { withoutInvisible } from "../text/Invisible.ts"
import { withoutMarkupStarts } from "./differentials/ParserDifferentials.ts"
import { applyEdits } from "./Edits.ts"
import { isInertTag } from "./HtmlRemovals.ts"
import { checkLimits } from "./MarkdownLimits.ts"
import { mentionsIn } from "./Mentions.ts"
import { parseMarkdown } from "./ParseMarkdown.ts"
import { sanitizingEdits } from "./SanitizingEdits.ts"

/** Nodes that separate the words before and after them. */
const separating: ReadonlySet<Nodes["type"]> = new Set([
  "paragraph",
  "heading",
  "blockquote",
  "list",
  "listItem",
  "code",
  "table",
  "tableRow",
  "tableCell",
  "footnoteDefinition",
  "thematicBreak",
  "break"
])

const ownText = (node: Nodes): string => {
  if (node.type === "text" || node.type === "inlineCode" || node.type === "code") return node.value
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? ""
  let text = ""
  if ("children" in node) for (const child of node.children) text += textOf(child)
  return text
}

const textOf = (node: Nodes): string => (separating.has(node.type) ? ` ${ownText(node)} ` : ownText(node))

/** Any white space but a single space. */
const unevenSpace = / \s+|[^\S ]\s*/g

/** The words of a tree in their order, separated by single spaces. */
export const plainText = (tree: Root): string => textOf(tree).replace(unevenSpace, " ").trim()

/** A page may show an excerpt as it is, so a space follows each `<` that begins a tag, unless the tag is inert. */
const withoutTags = (text: string): string =>
  text.replace(/<(?=[a-z/!?])/gi, (_, at) => {
    const tag = /^<[^<>]*>/.exec(text.slice(at))?.[0]
    return tag !== undefined && isInertTag(tag) ? "<" : "< "
  })

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
  .use(remarkRehype)
  .use(lowerSchemes)
  .use(rehypeSanitize, schema)
  .use(addLinkRelations)
  .use(rehypeStringify)
  .freeze()

export const renderHtml = (tree: Root): string => renderer.stringify(renderer.runSync(tree))

/**
 * The maximum number of passes of the Markdown filter before its last resort; an honest text needs one, or two where
 * something was removed.
 */
const maxPasses = 4

/** Renderers differ in whether a line begins before or after a byte order mark. */
const byteOrderMarks = /^\uFEFF+/

const filter = (source: string, site: string): FilteredText => {
  let content = source
  for (let pass = 0; ; pass++) {
    content = withoutInvisible(content).replace(byteOrderMarks, "")
    const tree = parseMarkdown(content)
    const edits = sanitizingEdits(content, tree)
    if (edits.length === 0) {
      const html = renderHtml(tree)
      if (Buffer.byteLength(html) > maxHtmlBytes(content.length)) throw new TooCostly({ excess: "html" })
      const text = plainText(tree)
      return {
        content,
        html,
        excerpt: excerptOf(withoutTags(text.slice(0, 4 * maxExcerptCodePoints))),
        text,
        mentions: mentionsIn(tree, site)
      }
    }
    content = pass < maxPasses ? applyEdits(content, edits) : withoutMarkupStarts(content)
  }
}

/**
 * Removes everything dangerous from a GFM text and renders the rest (contract, Filtering). A removal may join two parts
 * into a new danger, so the result is filtered again until nothing changes. Filtering the result later changes nothing
 * either, and the HTML comes from a tree in which nothing is left to remove. `site` is the origin whose links to
 * members are mentions; without it there are none.
 */
export const filterMarkdown = (source: string, site = ""): Either.Either<FilteredText, MarkdownRefused> => {
  try {
    checkLimits(source)
    return Either.right(filter(source, site))
  } catch (thrown) {
    if (thrown instanceof TooCostly || thrown instanceof NestedTooDeep) return Either.left(thrown)
    throw thrown
  }
}
