import { toString as plainText } from "mdast-util-to-string"
import rehypeSanitize from "rehype-sanitize"
import rehypeStringify from "rehype-stringify"
import remarkGfm from "remark-gfm"
import remarkParse from "remark-parse"
import remarkRehype from "remark-rehype"
import { unified } from "unified"

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize)
  .use(rehypeStringify)
  .freeze()

/** The sanitised HTML and the plain text of a Markdown text, made where the request is handled. */
export const rendered = (markdown: string) => {
  const tree = processor.parse(markdown)
  const text = plainText(tree)
  const html = processor.stringify(processor.runSync(tree))
  return { html, text, excerpt: text.slice(0, 280) }
}
